# SPDX-License-Identifier: MIT
"""Writes the NuGet package of the C# classes:

    nuget_package.py --out FOLDER

Version, authors, description and files are those of bindings/dotnet/OldGuard.Sha1/OldGuard.Sha1.csproj, so that
`dotnet pack` there makes a package of the same name for the same users. Here mcs compiles. The assembly then refers to
mscorlib: Mono and .NET Framework have it, and each .NET has one that forwards its types, with which it loads what was
compiled for .NET Framework. The same sources and the same mcs give the same bytes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile
from xml.sax.saxutils import escape

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROJECT = os.path.join(ROOT, "bindings", "dotnet", "OldGuard.Sha1")
RELATIONSHIPS = "application/vnd.openxmlformats-package.relationships+xml"
OTHER = "application/octet"
XML = '<?xml version="1.0" encoding="utf-8"?>\n'


def read_project():
    """Returns (the properties of the project file, the C# files that it compiles, the others that it packs)."""
    project = ElementTree.parse(os.path.join(PROJECT, "OldGuard.Sha1.csproj"))
    properties = {each.tag: " ".join(each.text.split()) for each in project.find("PropertyGroup")}
    removed = project.find("ItemGroup/Compile").get("Remove").split(";")
    sources = sorted(name for name in os.listdir(PROJECT) if name.endswith(".cs") and name not in removed)
    return properties, sources, [each.get("Include") for each in project.iter("None")]


def compiled(properties, sources):
    """Returns (the assembly, its documentation)."""
    name, version = properties["PackageId"], properties["Version"]
    attributes = {
        "Version": version + ".0",
        "FileVersion": version + ".0",
        "InformationalVersion": version,
        "Title": properties["Title"],
    }
    with tempfile.TemporaryDirectory() as work:
        described, out = os.path.join(work, "described.cs"), os.path.join(work, name)
        with open(described, "w", encoding="utf-8") as file:
            for attribute, text in attributes.items():
                print(f'[assembly: System.Reflection.Assembly{attribute}("{text}")]', file=file)
        subprocess.run(
            ["mcs", "-target:library", "-unsafe", "-optimize+", "-warnaserror"]
            + [f"-langversion:{properties['LangVersion']}", f"-out:{out}.dll", f"-doc:{out}.xml"]
            + [*sources, described],
            cwd=PROJECT,
            check=True,
        )
        with open(out + ".dll", "rb") as assembly, open(out + ".xml", "rb") as documentation:
            return assembly.read(), documentation.read()


def manifest(properties):
    """Returns the .nuspec."""
    values = {
        "id": "PackageId",
        "version": "Version",
        "title": "Title",
        "authors": "Authors",
        "description": "Description",
        "tags": "PackageTags",
        "readme": "PackageReadmeFile",
    }
    lines = [f"    <{name}>{escape(properties[key])}</{name}>" for name, key in values.items()]
    licence = properties["PackageLicenseExpression"]
    lines += [
        f'    <license type="expression">{licence}</license>',
        # nuget.org refuses an expression without this address, which `dotnet pack` adds for older clients.
        f"    <licenseUrl>https://licenses.nuget.org/{licence}</licenseUrl>",
        f'    <dependencies><group targetFramework="{properties["TargetFramework"]}" /></dependencies>',
    ]
    schema = "http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"
    return "\n".join(
        [f'{XML}<package xmlns="{schema}">', "  <metadata>", *lines, "  </metadata>", "</package>\n"]
    ).encode()


def relationships(name):
    """Returns the file that says which one is the manifest."""
    schema = "http://schemas.openxmlformats.org/package/2006/relationships"
    kind = "http://schemas.microsoft.com/packaging/2010/07/manifest"
    relationship = f'<Relationship Type="{kind}" Target="/{name}" Id="manifest" />'
    return f'{XML}<Relationships xmlns="{schema}">{relationship}</Relationships>\n'.encode()


def content_types(names):
    """Returns the list of the types of all files, by extension or, without one, by name."""
    types = set()
    for name in names:
        _, dot, extension = os.path.basename(name).rpartition(".")
        key = f'Default Extension="{extension}"' if dot else f'Override PartName="/{name}"'
        types.add(f'<{key} ContentType="{RELATIONSHIPS if extension == "rels" else OTHER}" />')
    schema = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'{XML}<Types xmlns="{schema}">{"".join(sorted(types))}</Types>\n'.encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, help="the folder of the package")
    out = parser.parse_args().out
    properties, sources, packed = read_project()
    name = properties["PackageId"]
    library = f"lib/{properties['TargetFramework']}/{name}"
    files = {"_rels/.rels": relationships(name + ".nuspec"), name + ".nuspec": manifest(properties)}
    files[library + ".dll"], files[library + ".xml"] = compiled(properties, sources)
    for path in packed:
        with open(os.path.join(PROJECT, path), "rb") as file:
            files[os.path.basename(path)] = file.read()
    files = {"[Content_Types].xml": content_types(files), **files}
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, f"{name}.{properties['Version']}.nupkg")
    with zipfile.ZipFile(path, "w") as package:
        for each, content in files.items():
            entry = zipfile.ZipInfo(each)
            entry.external_attr = 0o644 << 16
            package.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    print(path)


try:
    main()
except (OSError, subprocess.CalledProcessError) as error:
    sys.exit(f"nuget_package: {error}")
