#!/bin/sh
# Starts the built program in the first Node of the path. The app alone has no command first: its C library gives back what its
# many threads freed, and its frames, garbage at once, get no more room than they need (src/cli/limitMemory.ts).
# Node 20 cannot replace itself, so a shell gives it these limits.
case ${1--} in
-*)
	app=--max-semi-space-size=4
	[ "$MALLOC_ARENA_MAX$MALLOC_TRIM_THRESHOLD_" ] || export MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
	;;
*) app= ;;
esac
case $0 in
*/*) here=${0%/*} ;;
*) here=. ;;
esac
exec node $app "$here/../bin/chain-tui.js" "$@"
