// A genesis of very many accounts: migrated from generation 8, the first start with it and the next one, each with its peak of
// memory, beside the framework's node. `CHAIN_TUI_FULL=1` takes a million accounts instead of a hundred thousand.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { toBech32 } from '@cosmjs/encoding'
import { ask } from './support/faucetTxs.js'
import { listenAnywhere, preparePeerHome } from './support/peerNode.js'
import { inFolder } from './support/replays.js'
import { until } from './support/waits.js'

const program = process.env.CHAIN_TUI_BENCH_PROGRAM ?? new URL('../../bin/chain-tui.js', import.meta.url).pathname
const count = process.env.CHAIN_TUI_FULL === '1' ? 1_000_000 : 100_000
/** Most memory that ours may take, in MB. */
const limitMb = 500
/** The key that the peer's home signs with alone. */
const { validators } = JSON.parse(readFileSync(new URL('../golden/localnet-genesis.json', import.meta.url), 'utf8'))
/** Longest that a step may take, in seconds. */
const limitSeconds = 1_800

/** Prints seconds of both and our peaks of memory. */
export async function run({ peer, print, row }) {
	await inFolder(async (folder) => {
		const old = join(folder, 'old.json')
		const genesis = join(folder, 'new.json')
		writeOld(old)
		const ours = await ended(process.execPath, [program, 'migrate', old, '--output-document', genesis])
		const theirs = peer && (await ended(peer, ['migrate', old], join(folder, 'peer.json')))
		tell(row, print, `migrate a genesis of ${count} accounts`, ours, theirs)
		const home = peer && preparePeerHome(peer, folder, 'big-8', genesis)
		const { rpc } = peer === undefined ? {} : await listenAnywhere(home)
		const flags = ['start', '--home', join(folder, 'ours'), '--block-interval', '1s', '--amino-brand', 'cosmos']
		for (const listener of ['rest', 'grpc', 'eth', 'endpoints']) flags.push(`--${listener}`, 'off')
		for (const what of ['first start', 'next start']) {
			const first = what === 'first start' ? ['--genesis', genesis] : []
			const mine = await started(process.execPath, [program, ...flags, '--rpc', '127.0.0.1:0', ...first])
			const other = peer && (await started(peer, ['start', '--home', home, '--log_level', 'error'], rpc))
			tell(row, print, `${what} with ${count} accounts`, mine, other)
		}
	})
}

function tell(row, print, what, ours, theirs) {
	print(
		`${what}: ours ${ours.seconds.toFixed(1)} s, ${ours.mb} MB${theirs ? `; peer ${theirs.seconds.toFixed(1)} s, ${theirs.mb} MB` : ''}`,
	)
	const ratio = theirs ? { peer: theirs.seconds, ratio: theirs.seconds / ours.seconds, aim: '>= 1' } : {}
	row({ what, ours: ours.seconds, unit: 's', ...ratio })
	row({
		what: `${what}, most memory`,
		ours: ours.mb,
		unit: 'MB',
		...(theirs ? { peer: theirs.mb } : {}),
		aim: `<= ${limitMb}`,
	})
}

/** Runs a program to its end. */
async function ended(command, args, output) {
	const file = output === undefined ? 'ignore' : openSync(output, 'w')
	const { child, from, peak } = begun(command, args, file)
	const code = await new Promise((resolve) => child.once('exit', resolve))
	if (output !== undefined) closeSync(file)
	if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`)
	return { seconds: (performance.now() - from) / 1000, mb: peak() }
}

/** Starts a node until it has made its first or next block, and ends it. Ours says its address when it is ready. */
async function started(command, args, port) {
	const { child, from, peak } = begun(command, args, port === undefined ? 'pipe' : 'ignore')
	let rpc = port === undefined ? undefined : `http://127.0.0.1:${port}`
	child.stdout?.on('data', (data) => {
		rpc ??= /"rpc":"([^"]*)"/.exec(data)?.[1]
	})
	const end = new Promise((resolve) => child.once('exit', resolve))
	try {
		const isThere = async () =>
			child.exitCode !== null || (rpc && Number((await ask(rpc, 'status')).sync_info.latest_block_height) > 0)
		await until('the first block', isThere, { seconds: limitSeconds, everyMs: 100 })
		if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
		return { seconds: (performance.now() - from) / 1000, mb: peak() }
	} finally {
		child.kill('SIGTERM')
		await end
	}
}

/** A program with the peak of its memory in MB, 0 where there is no /proc. */
function begun(command, args, output) {
	const from = performance.now()
	const child = spawn(command, args, { stdio: ['ignore', output, 'ignore'] })
	let most = 0
	const look = () => {
		try {
			const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
			most = Math.max(most, Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024))
		} catch {
			// It has ended, or this system does not tell.
		}
		return most
	}
	const timer = setInterval(look, 100)
	child.once('exit', () => clearInterval(timer))
	return { child, from, peak: look }
}

/** Writes a genesis of generation 8: half of the accounts with keys, each tenth with a vesting period. */
function writeOld(file) {
	const out = openSync(file, 'w')
	const sums = { uchain: 0, uother: 0 }
	const block = { max_bytes: '200000', max_gas: '20000000', time_iota_ms: '1000' }
	const evidence = { max_age_num_blocks: '1000000', max_age_duration: '172800000000000' }
	const head = {
		genesis_time: '2020-06-10T14:00:00Z',
		chain_id: 'big-8',
		consensus_params: { block, evidence, validator: { pub_key_types: ['ed25519'] } },
		validators,
		app_hash: '',
	}
	const params = { max_memo_characters: '256', tx_sig_limit: '7', tx_size_cost_per_byte: '10' }
	Object.assign(params, { sig_verify_cost_ed25519: '590', sig_verify_cost_secp256k1: '1000' })
	writeSync(
		out,
		`${JSON.stringify(head).slice(0, -1)},"app_state":{"auth":{"params":${JSON.stringify(params)},"accounts":[`,
	)
	for (let at = 0; at < count; at += 1000) {
		const texts = Array.from({ length: Math.min(1000, count - at) }, (_, index) => accountText(at + index, sums))
		writeSync(out, `${at === 0 ? '' : ','}${texts.join()}`)
	}
	const supply = Object.entries(sums).map(([denom, amount]) => ({ denom, amount: String(amount) }))
	writeSync(out, `]},"bank":{"send_enabled":true},"supply":{"supply":${JSON.stringify(supply)}}}}`)
	closeSync(out)
}

function accountText(number, sums) {
	const hash = createHash('sha256').update(`account ${number}`).digest()
	const coins = [{ denom: 'uchain', amount: String(1000 + number) }]
	sums.uchain += 1000 + number
	if (number % 3 === 0) {
		coins.push({ denom: 'uother', amount: String(7 + number) })
		sums.uother += 7 + number
	}
	const key = Buffer.concat([Buffer.of(2), hash]).toString('base64')
	const value = {
		address: toBech32('chain', hash.subarray(0, 20)),
		coins,
		public_key: number % 2 === 0 ? { type: 'tendermint/PubKeySecp256k1', value: key } : null,
		account_number: String(number),
		sequence: String(number % 50),
	}
	if (number % 10 !== 3) return JSON.stringify({ type: 'cosmos-sdk/Account', value })
	const vesting = { original_vesting: [{ denom: 'uchain', amount: '500' }], delegated_free: [], delegated_vesting: [] }
	Object.assign(value, vesting, { start_time: '1600000000', end_time: '1900000000' })
	return JSON.stringify({ type: 'cosmos-sdk/ContinuousVestingAccount', value })
}
