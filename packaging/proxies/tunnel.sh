#!/bin/sh
# Keeps the tunnel of ssh_config up: begins it again 2 s after it ended, for whatever reason, until it is told to stop.
# Start it at login or by a service: tunnel.sh [SSH_CONFIG]. What ssh has to say goes to standard error.
# The sender tries again after 5 s and after 25 s more, so a longer pause would lose what a short break need not.

config=${1:-$(dirname "$0")/ssh_config}
ssh=

stop() {
    [ -z "$ssh" ] || kill "$ssh" 2>/dev/null
    exit 0
}
trap stop INT TERM HUP

while :; do
    ssh -F "$config" -N despacho-tunnel &
    ssh=$!
    wait "$ssh"
    sleep "${DESPACHO_TUNNEL_PAUSE:-2}" &
    ssh=$!
    wait "$ssh"
done
