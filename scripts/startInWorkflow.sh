#!/usr/bin/env bash
# The step of action.yml: starts a chain in the background, waits until it is ready, and gives its addresses to the next steps
# as outputs (rpc-url, …) and as variables (CHAIN_RPC_URL, …). Without a workflow it prints them.
set -euo pipefail

home=$(mktemp -d)
log=$home/start.log
output=${GITHUB_OUTPUT:-/dev/stdout}
variables=${GITHUB_ENV:-/dev/stdout}
# What starts the program; npx asks no question with --yes.
read -r -a program <<<"${CHAIN_PROGRAM:-npx --yes --package ${CHAIN_PACKAGE:-chain-tui} chain-tui}"
read -r -a flags <<<"${CHAIN_FLAGS:-}"
any=127.0.0.1:0

nohup "${program[@]}" start --home "$home/chain" --rpc $any --rest $any --grpc $any --eth $any --endpoints off \
	${flags[@]+"${flags[@]}"} >"$log" 2>&1 &
child=$!

for _ in $(seq "${CHAIN_SECONDS:-120}"); do
	ready=$(sed -n 's/^ready //p' "$log" | head -1)
	[ -n "$ready" ] && break
	if ! kill -0 "$child" 2>/dev/null; then
		echo "The chain ended before it was ready:" >&2
		tail -n 20 "$log" >&2
		exit 1
	fi
	sleep 1
done
if [ -z "$ready" ]; then
	echo "The chain was not ready in ${CHAIN_SECONDS:-120} seconds:" >&2
	tail -n 20 "$log" >&2
	kill "$child"
	exit 1
fi

for name in rpc rest grpc eth; do
	url=$(READY="$ready" node -p 'JSON.parse(process.env.READY)[process.argv[1]] ?? ""' "$name")
	echo "$name-url=$url" >>"$output"
	echo "CHAIN_$(echo "$name" | tr a-z A-Z)_URL=$url" >>"$variables"
done
echo "CHAIN_PROCESS=$child" >>"$variables"
