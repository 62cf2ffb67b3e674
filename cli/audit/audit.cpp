// SPDX-License-Identifier: MIT
#include "audit.hpp"

#include "auditor.hpp"
#include "exit_status.hpp"
#include "files/whole_file.hpp"
#include "identity.hpp"
#include "manifest/bagit.hpp"
#include "manifest/lines_of.hpp"
#include "os/stop.hpp"
#include "prepare.hpp"
#include "report_page.hpp"
#include "tell.hpp"
#include "text/messages.hpp"
#include "update.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <optional>

namespace og::cli {
namespace {

// Reads the folder, reports what it found, and updates the manifest.
class Audit {
public:
    Audit(const AuditRequest &request, const AuditSubject &subject, Notes &notes)
        : request_(request),
          subject_(subject),
          manifest_(subject.manifest),
          notes_(notes),
          findings_(manifest_) {
        options_.hash = hash_options(request, subject.folder);
        options_.hash.in_order = false;  // the journal receives each result at once; the report is sorted
        options_.quick = request.quick;
        options_.digest_changed = request.update == Update::all;
        options_.checkpoint = request.checkpoint;
        options_.exclusions = request.exclusions;
        options_.now = static_cast<std::uint32_t>(std::time(nullptr));
    }

    int run() {
        const auto start = std::chrono::steady_clock::now();
        if (!prepare()) return exit_usage;
        os::stop_on_signals();
        RunProgress progress(request_.progress);
        options_.counts_unlisted = set_totals(request_, manifest_, progress.totals());
        std::optional<TotalsCounter> counter;
        if (!options_.counts_unlisted && !request_.quick)
            counter.emplace(counted_files(request_, subject_), progress.totals());
        options_.hash.counters = &progress.counters();
        AuditRun done = run_audit(manifest_, subject_.folder, options_, own_, journal(), progress, findings_);
        if (counter && done.complete) counter->wait();
        progress.finish();
        if (journal() != nullptr && !journal_.finish(done.complete)) {
            complain_errno("audit", request_.journal, journal_.error());
            done.complete = false;
        }
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        const Counts counts = count(manifest_, findings_, done.complete);
        const ReportOptions how{request_.verbose, request_.json, done.complete};
        if (!print_report(manifest_, findings_, counts, how, seconds.count())) return exit_stopped;
        if (!request_.report.empty() && !write_report(counts, done.complete, seconds.count()))
            return exit_stopped;
        if (done.others > 0) notes_.add(others_text(done.others));
        if (done.excluded > 0)
            notes_.add(fmt::format(
                "{} excluded", done.excluded == 1 ? "1 file or folder is"
                                                  : fmt::format("{} files and folders are", done.excluded)));
        tell_about(manifest_, findings_, notes_);
        notes_.add(summary_text(counts));
        if (!done.complete) {
            notes_.release();
            complain("audit", journal() != nullptr
                                  ? "stopped before the end; run again with this journal to go on"
                                  : "stopped before the end");
            return exit_stopped;
        }
        const std::string oxum = oxum_complaint(manifest_, payload());
        if (!oxum.empty()) complain("audit", oxum);
        if (request_.update != Update::none)
            if (const int status = update(); status != exit_ok) return status;
        const bool all_checked = request_.quick || findings_.without_digest == 0;
        if (counts.all_good() && manifest_.problems.empty() && oxum.empty() && all_checked) return exit_ok;
        notes_.release();
        return exit_failed;
    }

private:
    Journal *journal() { return request_.journal.empty() ? nullptr : &journal_; }

    bool prepare() {
        if (journal() != nullptr) {
            const std::string why = journal_.open(request_.journal, identity_of(manifest_, request_.detect));
            if (!why.empty()) {
                complain("audit", why);
                return false;
            }
        }
        own_ = own_files(request_);
        if (report_may_be_written(request_.report)) return true;
        complain("audit", fmt::format("--report {}: a file that is no page of an audit; it is not replaced",
                                      shell_quoted(request_.report)));
        return false;
    }

    bool write_report(const Counts &counts, bool complete, double seconds) const {
        const ReportFacts facts{title_of_manifest(request_.manifest), subject_.folder, complete, seconds};
        return write_file("audit", request_.report,
                          report_page(facts, counts, report_rows(manifest_, findings_, complete)));
    }

    // Returns the sizes of the payload of a bag.
    PayloadOxum payload() const {
        PayloadOxum found{};
        const auto add = [&](std::string_view name, std::uint64_t size) {
            if (!name.starts_with("data/")) return;
            found.files++;
            found.bytes += size;
        };
        for (std::uint32_t i = 0; i < findings_.listed.size(); i++)
            if (const Status status = findings_.listed[i].status;
                status != Status::missing && status != Status::moved)
                add(manifest_[i].name, findings_.listed[i].state.size);
        for (const Unlisted &file : findings_.unlisted)
            if (file.is_file) add(file.name, file.state.size);
        return found;
    }

    int update() {
        if (request_.update == Update::all && std::ranges::all_of(findings_.listed, [](const Listed &listed) {
                return listed.status == Status::missing;
            })) {
            complain("audit", fmt::format("no listed file is in {}; the manifest is as it was",
                                          shell_quoted(subject_.folder)));
            return exit_failed;
        }
        const UpdateResult done = update_manifest(request_.manifest, manifest_, findings_, request_.update);
        if (done.status != exit_ok) complain("audit", done.why);
        return done.status;
    }

    const AuditRequest &request_;
    const AuditSubject &subject_;
    const Manifest &manifest_;
    Notes &notes_;
    AuditOptions options_;
    OwnFiles own_;
    Findings findings_;
    Journal journal_;
};

}  // namespace

int audit(const AuditRequest &request, const AuditSubject &subject) {
    if (const std::string why = unsuitable_option(request, subject.manifest); !why.empty()) {
        complain_usage("audit", why);
        return exit_usage;
    }
    Notes notes(request.quiet);
    tell_about(subject.manifest, request.manifest, notes);
    return Audit(request, subject, notes).run();
}

}  // namespace og::cli
