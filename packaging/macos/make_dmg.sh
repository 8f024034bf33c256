#!/bin/sh
# Makes the disk image of macOS from the bundle, after `python3 packaging/dev.py build`: make_dmg.sh VERSION
# The application in it is not signed: its first start is by right click and Open, or after
#   xattr -d com.apple.quarantine /Applications/Despacho.app
set -eu
version=${1:?the version is missing}
cd "$(dirname "$0")/../../build/bundle"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
contents="$work/Despacho.app/Contents"
mkdir -p "$contents/MacOS" "$contents/Resources"
cp -R despacho/. "$contents/MacOS/"
cat > "$contents/Info.plist" <<PLIST
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>CFBundleIdentifier</key><string>org.despacho.desk</string>
  <key>CFBundleName</key><string>Despacho</string>
  <key>CFBundleExecutable</key><string>despacho</string>
  <key>CFBundleShortVersionString</key><string>$version</string>
  <key>CFBundlePackageType</key><string>APPL</string>
  <key>NSHighResolutionCapable</key><true/>
</dict></plist>
PLIST
ln -s /Applications "$work/Applications"
hdiutil create -volname "Despacho $version" -srcfolder "$work" -format UDZO -ov "despacho-$version-macos.dmg"
