import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { openKeyring } from '../../../src/keyring/openKeyring.ts'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { until } from '../client/testChain.ts'
import { cli } from './testCli.ts'

interface Recorded {
	readonly name: string
	readonly args: readonly string[]
	readonly input?: string
	readonly exit: number
	readonly stdout: string
	readonly stderr: string
	readonly volatile: readonly string[]
}

const recorded = JSON.parse(readFileSync('test/golden/cli/greet.json', 'utf8')) as readonly Recorded[]
const mnemonic =
	'ribbon ocean sting lamp hire civil corn giraffe exhaust can vessel ball gain shaft wise young coin diagram man unfair lawsuit oxygen inmate endorse'
const passphrase = { CHAIN_TUI_PASSPHRASE: 'long enough' }

/** Where ours differs on purpose: other exit code, other words, or another page. */
const different = new Map([
	['create low fee', 'a refused transaction exits with 1'],
	['create refused at the prompt', 'a transaction that was not sent exits with 1'],
	['create bad fees', 'the framework panics'],
	['create unknown key', 'its word for a key is a file name'],
	['create dry run', 'ours finds the key by its address'],
	['create help', 'its flags are ours'],
	['tx help', 'our commands'],
	['tx greet', 'our global flags'],
	['list help', 'its flags are ours'],
	['get help', 'its flags are ours'],
	['q greet', 'our global flags'],
	['get bad output', 'an unknown format is refused'],
	['get no node', 'the words of another HTTP library'],
	['status', 'ours follows --output'],
])

describe('the greet commands, against a recording of the framework', () => {
	let home: string
	let node: TestNode

	beforeAll(async () => {
		home = mkdtempSync(join(tmpdir(), 'chain-tui-cli-'))
		const cost = { memoryKiB: 256, iterations: 1, parallelism: 1 }
		const keys = await openKeyring({
			folder: join(home, 'keyring'),
			settings: defaultChainSettings,
			backend: 'file',
			cost,
		})
		await keys.unlock(passphrase.CHAIN_TUI_PASSPHRASE)
		await keys.importMnemonic('user01', mnemonic)
		node = await startNode({
			on: ['rpc', 'rest', 'grpc'],
			flags: { home, genesis: 'test/golden/localnet-genesis.json' },
		})
	})
	afterAll(async () => {
		await node.close()
		rmSync(home, { recursive: true, force: true })
	})

	const run = async (record: Recorded) => {
		const result = await cli([...record.args, '--home', home], {
			env: passphrase,
			...(record.input === undefined ? {} : { stdin: record.input }),
		})
		// The recording waited for the block, so that the next transaction has the next sequence.
		await until(async () => (await node.engine.mempoolSize()).count === 0)
		return result
	}

	test.each(recorded.map((record) => [record.name, record] as const))(
		'%s answers as recorded',
		async (name, record) => {
			const result = await run(record)
			if (name === 'create low fee') {
				expect(result.exit).toBe(1)
				expect(masked(result.stdout)).toEqual(masked(record.stdout))
				expect(result.stderr).toContain('--fees 2000uchain')
				return
			}
			if (different.has(name)) {
				const refused = ['get bad output', 'create refused at the prompt'].includes(name)
				expect(result.exit === 0).toBe(name === 'create dry run' || (record.exit === 0 && !refused))
				return
			}
			expect(result.exit).toBe(record.exit)
			if (record.volatile.length === 0) expect(result.stdout).toBe(record.stdout.replace(/\n\n$/, '\n'))
			else expect(masked(result.stdout)).toEqual(masked(record.stdout))
			const [error] = record.stderr.split('\n')
			if (record.exit !== 0) expect(result.stderr.split('\n')[0]).toBe(error)
			else expect(result.stderr.trimEnd()).toContain(record.stderr.trimEnd().split('\n').at(-1))
		},
	)
})

/** A response without what changes from run to run. */
function masked(text: string): unknown {
	const response = parse(text) as Record<string, unknown>
	const hide = (value: unknown, key: string): unknown => {
		if (['height', 'txhash'].includes(key)) return 'VOLATILE'
		return value
	}
	return JSON.parse(
		JSON.stringify(response, (key, value) => hide(value, key)).replace(
			/("key":"c2lnbmF0dXJl","value":|"value":)"[^"]*"(,"index":true,"key":"c2lnbmF0dXJl")?/g,
			(match, before: string, after?: string) =>
				match.includes('c2lnbmF0dXJl') ? `${before}"VOLATILE"${after ?? ''}` : match,
		),
	)
}
