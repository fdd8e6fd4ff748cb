// The chain's EVM against the Go framework with ethermint in the same run: transfers and contract calls a second through
// DeliverTx and Commit with the state on disk, and eth_call and eth_getLogs a second over HTTP. With --geth PATH the same reads
// of a `geth --dev` with the same contract and as many calls of it, and transfers and calls that are sent to both over JSON-RPC
// with a block for each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEvmPair, startOurs } from './support/evmPair.js'
import { evmGenesis, evmScript, peerCode, signAll } from './support/evmScripts.js'
import { askGeth, startGeth } from './support/gethNode.js'
import { httpLoad } from './support/httpLoad.js'
import { inFolder, ourSeconds, peerSeconds } from './support/replays.js'
import { receiptOf, senderAddresses, sentPerSecond } from './support/sentTxs.js'
import { median } from './support/stats.js'

const txs = 1_500
const perBlock = 200
const rounds = 3
const connections = 8
const seconds = 3
/** Transactions that are sent over JSON-RPC in a round. */
const sent = 500

/** Address of the first contract of the first account of the developers' words. */
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** Prints rates and ratios (aims: execution at least 0.5, reads at least 1). Needs a peer with an EVM. */
export async function run({ evmPeer: peer, geth, print, row }) {
	if (peer === undefined) return print('needs --evm-peer PATH, the reference node with an EVM')
	const counter = peerCode(peer, 'counter')
	const deployment = { sender: 0, data: counter, gas: 200_000 }
	const transfers = Array.from({ length: txs }, () => ({
		to: '0x1212121212121212121212121212121212121212',
		value: '1',
		gas: 21_000,
	}))
	const calls = Array.from({ length: txs }, () => ({ to: contract, data: `0x${'0'.repeat(63)}1`, gas: 100_000 }))
	await inFolder((folder) => {
		for (const [name, kinds] of [
			['transfers', transfers],
			['contract calls', [deployment, ...calls]],
		]) {
			const script = evmScript(signAll(peer, kinds), perBlock)
			const ours = []
			const theirs = []
			for (let round = 0; round < rounds; round++) {
				theirs.push(kinds.length / peerSeconds(peer, script, folder))
				ours.push(kinds.length / ourSeconds(script, folder))
			}
			tell({ print, row }, `${name} executed`, { ours, peer: theirs }, 0.5)
		}
	})
	await inFolder(async (folder) => {
		const genesis = { ...evmGenesis(), genesis_time: '2026-01-01T00:00:00Z' }
		const file = join(folder, 'genesis.json')
		writeFileSync(file, JSON.stringify(genesis))
		const nodes = await startEvmPair(peer, folder, file)
		try {
			const signed = signAll(peer, [deployment, ...calls.slice(0, 200)])
			const hash = signed[1].eth_hash
			for (const node of nodes) {
				await fill(node.eth, signed)
				Object.assign(node, { contract, hash })
			}
			if (geth !== undefined)
				nodes.push({ name: 'geth', ...(await filledGeth(geth, folder, counter, calls.slice(0, 200))) })
			await compare({ print, row }, nodes, 'eth_call', (node) => [{ to: node.contract, data: calls[0].data }, 'latest'])
			await compare({ print, row }, nodes, 'eth_getLogs', (node) => [
				{ fromBlock: '0x1', toBlock: 'latest', address: node.contract },
			])
			await compare({ print, row }, nodes, 'eth_getBalance', (node) => [node.contract, 'latest'])
			await compare({ print, row }, nodes, 'eth_getTransactionReceipt', (node) => [node.hash])
		} finally {
			for (const { child } of nodes) child.kill('SIGKILL')
		}
		if (geth !== undefined) await compareSent({ print, row }, geth, folder, file, counter)
	})
}

/**
 * Transfers and contract calls sent to our node in the mode `instant` and to `geth --dev`, in turns. Ours keeps the state on
 * disk, geth in memory.
 */
async function compareSent(told, geth, folder, genesis, counter) {
	const ours = await startOurs(join(folder, 'instant'), genesis, ['--block-mode', 'instant', '--admin'])
	const nodes = [{ name: 'ours', ...ours }]
	try {
		nodes.push({ name: 'geth', ...(await startGeth(geth, join(folder, 'sent'))) })
		for (const node of nodes) {
			const from = node.account ?? senderAddresses[0]
			const send = (tx) => askGeth(node.eth, 'eth_sendTransaction', [{ from, gas: '0x30d40', ...tx }])
			node.contract = (await receiptOf(node.eth, await send({ data: counter }))).contractAddress
			if (node.name === 'ours') continue
			for (const to of senderAddresses) await receiptOf(node.eth, await send({ to, value: '0xde0b6b3a7640000' }))
		}
		for (const [name, txOf] of [
			['transfers sent, a block each', () => ({ to: `0x${'12'.repeat(20)}`, value: 1n, gas: 21_000n })],
			['contract calls sent', (node) => ({ to: node.contract, data: `0x${'0'.repeat(63)}1`, gas: 100_000n })],
		]) {
			const rates = { ours: [], geth: [] }
			for (let round = 0; round <= rounds; round++) {
				for (const node of nodes) {
					const rate = await sentPerSecond(node.eth, sent, txOf(node))
					// The first warms all up.
					if (round > 0) rates[node.name].push(rate)
				}
			}
			tellGeth(told, name, median(rates.ours), median(rates.geth), 'tx/s')
		}
	} finally {
		for (const { child } of nodes) child.kill('SIGKILL')
	}
}

/** Sends all, and waits until the last is in a block. */
async function fill(url, signed) {
	for (const { eth_raw } of signed) await askGeth(url, 'eth_sendRawTransaction', [eth_raw])
	const last = signed.at(-1).eth_hash
	await receiptOf(url, last)
}

/** A geth with the contract and all calls of it. */
async function filledGeth(path, folder, counter, calls) {
	const node = await startGeth(path, folder)
	let nonce = 0
	// Its pool takes the next nonce a moment after the last transaction: the nonces are told.
	const send = (tx) =>
		askGeth(node.eth, 'eth_sendTransaction', [{ from: node.account, nonce: `0x${(nonce++).toString(16)}`, ...tx }])
	const { contractAddress } = await receiptOf(node.eth, await send({ data: counter, gas: '0x30d40' }))
	let hash
	for (const { data } of calls) hash = await send({ to: contractAddress, data, gas: '0x186a0' })
	await receiptOf(node.eth, hash)
	return { ...node, contract: contractAddress, hash }
}

async function compare(told, nodes, method, params) {
	const rates = Object.fromEntries(nodes.map(({ name }) => [name, []]))
	for (let round = 0; round <= rounds; round++) {
		for (const node of nodes) {
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params(node) })
			const { rate } = await httpLoad({ url: `${node.eth}/`, body, headers: {}, connections, seconds })
			// The first warms all up.
			if (round > 0) rates[node.name].push(rate)
		}
	}
	tell(told, method, rates, 1)
}

/** Prints the rates of one measurement and keeps its rows. */
function tell({ print, row }, name, rates, aim) {
	const [ours, peer] = [median(rates.ours), median(rates.peer)]
	print(
		`${name.padEnd(26)} ours ${ours.toFixed(0)}/s   peer ${peer.toFixed(0)}/s   ratio ${(ours / peer).toFixed(2)} (aim >= ${aim})`,
	)
	const unit = name.endsWith('executed') ? 'tx/s' : 'replies/s'
	row({ what: name, ours, peer, unit, ratio: ours / peer, aim: `>= ${aim}` })
	if (rates.geth !== undefined) tellGeth({ print, row }, name, ours, median(rates.geth), unit)
}

function tellGeth({ print, row }, name, ours, geth, unit) {
	print(
		`${name.padEnd(26)} ours ${ours.toFixed(0)}/s   geth --dev ${geth.toFixed(0)}/s   ratio ${(ours / geth).toFixed(2)}`,
	)
	row({ what: `${name}, against geth --dev`, ours, peer: geth, unit, ratio: ours / geth })
}
