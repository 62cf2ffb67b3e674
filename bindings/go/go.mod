module oldguard

go 1.25
