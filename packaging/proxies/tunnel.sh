#!/bin/sh
# Keeps the tunnel of ssh_config up: restarts it 2 s after it ended, for any reason, until SIGINT, SIGTERM or SIGHUP.
# Start it at login or by a service: tunnel.sh [SSH_CONFIG]. Messages of ssh go to standard error.
# The sender tries again 5 s and 25 s after its first attempt, so a longer pause could lose notifications.

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
