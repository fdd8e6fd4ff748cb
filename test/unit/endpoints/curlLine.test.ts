import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type CurlCall, curlLine, curlLines } from '../../../src/endpoints/client/curlLine.ts'

const call: CurlCall = { url: 'http://127.0.0.1:8545/v1/0f', method: 'eth_getBalance', params: ["it's", 'latest'] }

/** The words a shell makes of a command, with curl replaced by a program that prints them. */
function words(command: string): string[] {
	const script = `curl() { printf '%s\\0' "$@"; }\n${command}\n`
	const out = execFileSync('bash', ['-c', script], { env: { ...process.env, API_KEY: 'ck_live_x' } })
	return out.toString().split('\0').slice(0, -1)
}

describe('the shell line of a call', () => {
	it.each([
		['a key from the environment', call, 'x-api-key: ck_live_x'],
		['a key of its own', { ...call, key: 'ck_live_y' }, 'x-api-key: ck_live_y'],
		['no key', { ...call, key: 'none' }, undefined],
	] as const)('says the same in one line and in several, with %s', (_name, one, header) => {
		const line = words(curlLine(one))
		expect(words(curlLines(one).join('\n'))).toEqual(line)
		expect(line).toEqual([
			...['-X', 'POST', call.url],
			...(header === undefined ? [] : ['-H', header]),
			...['-H', 'Content-Type: application/json', '--data'],
			'{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":["it\'s","latest"]}',
		])
	})

	it('the lines of a call after the first stand further in, and all but the last go on', () => {
		expect(curlLines({ ...call, params: [] })).toEqual([
			"curl -X POST 'http://127.0.0.1:8545/v1/0f' \\",
			'  -H "x-api-key: $API_KEY" -H \'Content-Type: application/json\' \\',
			`  --data '{"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":[]}'`,
		])
	})
})
