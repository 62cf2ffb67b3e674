// SPDX-License-Identifier: MIT
#include "listed_name.hpp"

#include "os/file.hpp"
#include "text/quote.hpp"
#include "text/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace og::cli {
namespace {

// Returns the next component of a path and removes it with its slash.
std::string_view take_component(std::string_view &path) {
    const std::size_t slash = path.find('/');
    const std::string_view component = path.substr(0, slash);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    return component;
}

// Returns the length of "./", "././/" and the like at the start of a path.
std::size_t dots_at_start(std::string_view path) {
    std::size_t at = 0;
    while (path.substr(at).starts_with("./") || (at > 0 && path.substr(at).starts_with('/')))
        at += path[at] == '.' ? 2 : 1;
    return at;
}

}  // namespace

Roots roots_of(const std::string &folder) {
    const std::string real = os::real_path(folder);
    if (real.empty()) return {};
    std::string given = folder;
    if (!os::is_absolute(given)) {
        // This has symbolic links, too, if PWD names the current folder.
        const std::string current = os::current_folder();
        if (!current.empty()) given = current + '/' + folder.substr(dots_at_start(folder));
    }
    Roots roots{os::with_slashes(real), os::with_slashes(given)};
    for (std::string &root : roots)
        while (root.ends_with('/') || root.ends_with("/.")) root.pop_back();
    std::ranges::stable_sort(roots, std::greater(), &std::string::size);
    return roots;
}

std::string renamed(std::string_view name, const NameRules &rules) {
    std::string text(name), prefix = rules.strip_prefix;
    if (rules.backslashes)
        for (std::string *one : {&text, &prefix}) std::ranges::replace(*one, '\\', '/');
    if (prefix.empty() || !text.starts_with(prefix)) return text;
    std::string_view rest = std::string_view(text).substr(prefix.size());
    if (!prefix.ends_with('/') && !rest.starts_with('/')) return text;
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    return std::string(rest);
}

std::string split_name(std::string_view text, const NameRules &rules, ListedName &listed) {
    const Roots &roots = rules.roots;
    if (text.empty()) return "the name is empty";
    if (text.find('\0') != std::string_view::npos) return "the name contains a NUL";
    std::string with_slashes = os::with_slashes(text);
    if (rules.backslashes || !rules.strip_prefix.empty()) with_slashes = renamed(with_slashes, rules);
    if (with_slashes != text) {
        ListedName inner;
        std::string why = split_name(with_slashes, {.roots = roots, .anywhere = rules.anywhere}, inner);
        listed.changed = inner.name;
        listed.prefix = "";
        listed.name = listed.changed;
        return why;
    }
    if (rules.anywhere && os::is_absolute(text)) {
        listed.prefix = "";
        listed.name = text;
        return "";
    }
    std::size_t start = 0;
    if (os::is_absolute(text)) {
        const auto root = std::ranges::find_if(roots, [&](const std::string &one) {
            return text.starts_with(one) && text.substr(one.size()).starts_with('/');
        });
        if (root == roots.end())
            return fmt::format("{}: the absolute name is not in the folder", shell_quoted(text));
        start = root->size() + 1;
    } else {
        start = dots_at_start(text);
    }
    listed.prefix = text.substr(0, start);
    listed.name = text.substr(start);
    if (listed.name.empty() || listed.name.ends_with('/') || listed.name.ends_with("/.") ||
        listed.name == ".")
        return fmt::format("{}: this is the name of a folder", shell_quoted(text));
    bool plain = start <= UINT16_MAX;
    for (std::string_view rest = listed.name; !rest.empty();) {
        const std::string_view component = take_component(rest);
        if (component == ".." && !rules.anywhere)
            return fmt::format("{}: the name leaves the folder", shell_quoted(text));
        plain = plain && !component.empty() && component != ".";
    }
    if (plain) return "";
    for (std::string_view rest = listed.name; !rest.empty();) {
        const std::string_view component = take_component(rest);
        if (component.empty() || component == ".") continue;
        if (!listed.changed.empty()) listed.changed += '/';
        listed.changed += component;
    }
    listed.prefix = "";
    listed.name = listed.changed;
    return "";
}

std::string add_entry(Manifest &manifest, std::string_view text, const NameRules &rules, std::uint32_t line,
                      const ListedContent &content, ManifestEntry *&entry) {
    ListedName listed;
    if (std::string why = split_name(text, rules, listed); !why.empty()) return why;
    entry = manifest.add(listed.prefix, listed.name);
    bool says_more = entry != nullptr;
    if (entry != nullptr)
        entry->line = line;
    else
        entry = manifest.find(listed.name);
    const auto refuse = [&](std::string_view what) {
        return fmt::format("{}: listed before in line {} with another {}", shell_quoted(entry->name),
                           entry->line, what);
    };
    if (content.size) {
        if (entry->has_size && entry->size != *content.size) return refuse("size");
        says_more = says_more || !entry->has_size;
        entry->size = *content.size;
        entry->has_size = true;
    }
    for (const Hash hash : hashes) {
        const std::uint8_t *digest = content.digests[static_cast<std::size_t>(hash)];
        if (digest == nullptr) continue;
        says_more = says_more || !entry->has(hash);
        if (!manifest.set_digest(*entry, hash, digest)) return refuse("digest");
    }
    if (says_more) return "";
    entry = nullptr;
    if (manifest.left_out.repeated++ == 0) manifest.left_out.first_repeated = line;
    return "";
}

void NamesWithMore::add(std::string_view name, const std::function<bool(const std::string &)> &is_there) {
    const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    std::string_view inner = name;
    while (!inner.empty() && is_space(inner.front())) inner.remove_prefix(1);
    while (!inner.empty() && is_space(inner.back())) inner.remove_suffix(1);
    std::vector<std::string_view> parts{inner};
    if (inner.size() > 1) {
        const bool quoted = inner.front() == inner.back() && (inner.front() == '"' || inner.front() == '\'');
        if (quoted) parts.push_back(inner.substr(1, inner.size() - 2));
        if (std::string_view("U^?").find(inner.front()) != std::string_view::npos)  // shasum -U, -0, -p
            parts.push_back(inner.substr(1));
        std::string_view after = inner;
        take_word(after);
        parts.push_back(after);                                    // a size or a time comes before it
        parts.push_back(inner.substr(0, inner.find(" offset ")));  // sha1deep -p
    }
    for (const std::string_view part : parts) {
        if (part.empty() || part == name || !is_there(std::string(part))) continue;
        if (count++ > 0) return;
        first = name;
        first_file = part;
        return;
    }
}

std::string NamesWithMore::message() const {
    return fmt::format("{} listed {} more than the name of a file, such as {} for {}", count,
                       count == 1 ? "name has" : "names have", shell_quoted(first), shell_quoted(first_file));
}

}  // namespace og::cli
