// What keys, allowlists and a count on disk before every reply cost: calls a second through the whole endpoint service of a
// running node, as a fraction of a bare node:http server that answers a constant, with the same load in the same run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpLoad } from './support/httpLoad.js'
import { processorSeconds } from './support/nodePair.js'
import { memoryOf, startProgram } from './support/ourNode.js'
import { makeEndpoint } from './support/ownEndpoint.js'
import { median } from './support/stats.js'

const program = process.env.CHAIN_TUI_BENCH_PROGRAM ?? new URL('../../bin/chain-tui.js', import.meta.url).pathname
const connections = 64
const seconds = 3
const rounds = 3

const echo = `
import { createServer } from 'node:http'
const reply = '{"jsonrpc":"2.0","id":1,"result":"0x1"}'
const server = createServer((request, response) => {
	request.on('data', () => {})
	request.on('end', () => {
		response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length })
		response.end(reply)
	})
})
server.listen(0, '127.0.0.1', () => console.log('ready ' + JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port })))
`

/** Prints both rates, their ratio (aim: at least 0.5), the 99th percentile and memory. */
export async function run({ print, row }) {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-bench-'))
	const off = ['--grpc', 'off', '--rest', 'off', '--rpc', 'off']
	const node = await startProgram([program, 'start', '--home', home, ...off, '--endpoints', '127.0.0.1:0'])
	const bare = await startProgram(['--input-type=module', '-e', echo])
	try {
		const { url, key } = await makeEndpoint(node.endpoints)
		const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
		const bareLoad = { url: `${bare.url}/`, body, headers: {}, connections }
		const load = { url, body, headers: { 'x-api-key': key }, connections }
		await httpLoad({ ...bareLoad, seconds: 1 })
		await httpLoad({ ...load, seconds: 1 })
		const rates = { bare: [], gateway: [] }
		const p99 = { bare: [], gateway: [] }
		const processor = { bare: [], gateway: [] }
		const measure = async (name, pid, options) => {
			const before = processorSeconds(pid)
			const { rate, p99: slow, calls } = await httpLoad({ ...options, seconds })
			rates[name].push(rate)
			p99[name].push(slow)
			processor[name].push(((processorSeconds(pid) - before) / calls) * 1e6)
		}
		for (let round = 0; round < rounds; round++) {
			await measure('bare', bare.child.pid, bareLoad)
			await measure('gateway', node.child.pid, load)
		}
		const single = await httpLoad({ ...load, connections: 1, seconds })
		const line = (name, rate, ms) => `${name.padEnd(20)}${rate.toFixed(0)} calls/s, p99 ${ms.toFixed(1)} ms`
		print(line(`node:http echo c=${connections}`, median(rates.bare), median(p99.bare)))
		print(line(`endpoint c=${connections}`, median(rates.gateway), median(p99.gateway)))
		print(line('endpoint c=1', single.rate, single.p99))
		row({
			what: `calls of a private endpoint, against a bare echo, ${connections} connections`,
			ours: median(rates.gateway),
			peer: median(rates.bare),
			unit: 'calls/s',
			ratio: median(rates.gateway) / median(rates.bare),
			aim: '>= 0.7',
		})
		const [bareMicros, micros] = [median(processor.bare), median(processor.gateway)]
		print(
			`processor time      ${micros.toFixed(0)} µs a call, all threads, against ${bareMicros.toFixed(0)} µs of the echo`,
		)
		print(`resident memory     ${(memoryOf(node.child.pid).all / 1e6).toFixed(0)} MB, chain included`)
	} finally {
		node.child.kill('SIGKILL')
		bare.child.kill('SIGKILL')
		rmSync(home, { recursive: true, force: true })
	}
}
