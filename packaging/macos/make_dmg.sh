#!/bin/sh
# Makes the disk image of macOS from the application, after `python3 packaging/dev.py build`: make_dmg.sh VERSION
# The application is not signed: its first start is by right click and Open, or after
#   xattr -d com.apple.quarantine /Applications/Despacho.app
set -eu
version=${1:?the version is missing}
cd "$(dirname "$0")/../../build/bundle"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R Despacho.app "$work/"
ln -s /Applications "$work/Applications"
hdiutil create -volname "Despacho $version" -srcfolder "$work" -format UDZO -ov "despacho-$version-macos.dmg"
