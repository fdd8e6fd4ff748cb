import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Asks a chain of the built library for a call with 2.4 MB of data, in a process of its own. */
const program = `
const { startChain } = await import('./dist/library.js')
const chain = await startChain({ chainId: 'chain_2222-1' })
const call = { to: '0x' + '12'.repeat(20), data: '0x' + '00'.repeat(2_400_000) }
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [call] })
const reply = await fetch(chain.ethUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
console.log(await reply.text())
await chain.stop()
`

// V8 stops optimising regular expressions in a process that has compiled a megabyte of them. They then keep a place for
// each character that they pass, and fail where four million are passed at one go.
test('a call with megabytes of data is answered where V8 no longer optimises regular expressions', async () => {
	const { stdout } = await promisify(execFile)(process.execPath, [
		'--no-regexp-optimization',
		'--input-type=module',
		'-e',
		program,
	])
	expect(JSON.parse(stdout)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x' })
})
