module oldguardbench

go 1.25

require (
	github.com/jzelinskie/whirlpool v0.0.0-20201016144138-0675e54bb004
	github.com/pjbgf/sha1cd v0.7.0
	oldguard v0.0.0
)

replace oldguard => ../../dist/go
