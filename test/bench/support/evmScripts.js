import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const golden = new URL('../../golden-evm/', import.meta.url)
/** The developers' words; the genesis funds their first five accounts. */
const mnemonic = 'test test test test test test test test test test test junk'
const senders = 5

/** The genesis document of the recorded chain with an EVM. */
export function evmGenesis() {
	return JSON.parse(gunzipSync(readFileSync(new URL('localnet-genesis.json.gz', golden))).toString())
}

/** Init code of a small contract of the peer, by its name. */
export function peerCode(peer, name) {
	return run(peer, ['code', name], '')
		.trim()
		.split(/\s+/)
		.find((word) => word.startsWith('0x'))
}

/**
 * Signed Ethereum transactions, each given by what it does; nonces are counted for five senders in turn.
 * Each has `tx` (base64, of the framework) and `eth_raw`.
 */
export function signAll(peer, kinds) {
	const nonces = Array.from({ length: senders }, () => 0)
	const lines = kinds.map((eth, at) => {
		const sender = eth.sender ?? at % senders
		const { sender: _, ...rest } = eth
		const path = `m/44'/60'/0'/0/${sender}`
		return JSON.stringify({
			mnemonic,
			path,
			eth: { gas_price: '2000000000', chain_id: 2222, nonce: nonces[sender]++, ...rest },
		})
	})
	return run(peer, ['sign'], `${lines.join('\n')}\n`)
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line))
}

/** A script that delivers transactions in blocks of a size. */
export function evmScript(txs, perBlock) {
	const { chain_id, consensus_params, app_state, validators } = evmGenesis()
	const steps = [{ op: 'begin' }, { op: 'end' }, { op: 'commit' }]
	for (let at = 0; at < txs.length; at += perBlock) {
		steps.push({ op: 'begin' })
		for (const { tx } of txs.slice(at, at + perBlock)) steps.push({ op: 'deliver', tx })
		steps.push({ op: 'end' }, { op: 'commit' })
	}
	const { block, evidence, validator } = consensus_params
	return {
		chain_id,
		genesis_time: '2026-01-01T00:00:00Z',
		min_gas_prices: '0.01uchain',
		consensus_params: {
			block: { max_bytes: Number(block.max_bytes), max_gas: 2_000_000_000, time_iota_ms: 1000 },
			evidence: {
				max_age_num_blocks: Number(evidence.max_age_num_blocks),
				max_age_duration: Number(evidence.max_age_duration),
				max_bytes: Number(evidence.max_bytes),
			},
			validator,
			version: {},
		},
		app_state,
		validators: validators.map(({ pub_key, power }) => ({ pubkey: pub_key.value, power: Number(power) })),
		steps,
	}
}

function run(command, args, input) {
	const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 1 << 30 })
	if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`)
	return stdout
}
