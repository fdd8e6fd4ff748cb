import { describe, expect, it } from 'vitest'
import { LiveLines } from '../../../../src/cli/live/LiveLines.ts'
import type { CliIo } from '../../../../src/cli/processIo.ts'
import type { BlockSummary } from '../../../../src/client/index.ts'
import { summary } from '../support/txSummary.ts'

/** Lines as they come out, for a person or for a program. */
function lines(words: boolean, env: Readonly<Record<string, string>> = { NO_COLOR: '1' }) {
	const out = { text: '' }
	const io: CliIo = {
		stdout: (text) => {
			out.text += text
		},
		stderr: () => {},
		readStdin: async () => '',
		interactive: false,
		onTerminal: words,
		prompt: async () => '',
		env,
		stopped: new AbortController().signal,
	}
	const nameOf = (address: string) => (address === 'chain1alice' ? 'alice' : address)
	return { out, live: new LiveLines(io, nameOf, 'uchain', words) }
}

const block = (height: number, txCount: number): BlockSummary => ({
	height,
	time: new Date(2026, 10, 21, 7, 5, 9).toISOString(),
	hash: 'CD',
	proposer: 'EF',
	size: 300,
	txCount,
	gasUsed: 61_234n * BigInt(txCount),
	appHash: '01',
})

describe('on a terminal', () => {
	it('empty blocks share one line, which ends when something happens', () => {
		const { out, live } = lines(true)
		for (const height of [1, 2, 1234]) live.block(block(height, 0))
		expect(out.text).toBe(
			'\r\u001b[K        1  07:05:09  empty\r\u001b[K        2  07:05:09  2 empty blocks\r\u001b[K    1,234  07:05:09  3 empty blocks',
		)
		out.text = ''
		live.block(block(1235, 1))
		live.block(block(1236, 1200))
		expect(out.text).toBe(
			'\r\u001b[K    1,235  07:05:09  1 transaction, 61,234 gas\n    1,236  07:05:09  1,200 transactions, 73,480,800 gas\n',
		)
		live.end()
		expect(out.text.endsWith('gas\n')).toBe(true)
		live.block(block(1237, 0))
		live.end()
		live.end()
		expect(out.text.endsWith('  1,237  07:05:09  empty\n')).toBe(true)
	})

	it('a transaction tells what failed, in the chain or in the EVM only', () => {
		const { out, live } = lines(true)
		live.transaction(summary())
		live.transaction(summary({ code: 5, log: 'out of gas\nstack' }))
		live.transaction(summary({ code: 5, signers: ['chain1bob'] }))
		live.transaction(summary({ evmFault: 'execution reverted' }))
		expect(out.text.split('\n')).toEqual([
			'           ✓ greeting  alice        “hi”',
			'           ✗ greeting  alice        “hi”  out of gas',
			'           ✗ greeting  chain1bob    “hi”  ',
			'           ✗ greeting  alice        “hi”  execution reverted',
			'',
		])
	})

	it('a line stands over that of one empty block, and at its end nothing is left of it', () => {
		const { out, live } = lines(true)
		live.block(block(1, 0))
		out.text = ''
		live.line('told')
		live.line('again')
		live.end()
		expect(out.text).toBe('\r\u001b[Ktold\nagain\n')
	})

	it('what strangers write is cut: a fault after 120 signs, a name after 64', () => {
		const { out, live } = lines(true)
		live.transaction(summary({ code: 5, log: `${'f'.repeat(120)}\nstack` }))
		live.transaction(summary({ code: 5, log: 'f'.repeat(121), signers: ['s'.repeat(64)] }))
		live.greeting({ id: '7', owner: 'o'.repeat(65), message: 'hi' })
		live.greeting({ id: '8', owner: 'o'.repeat(64), message: 'm'.repeat(201) })
		expect(out.text.split('\n')).toEqual([
			`           ✗ greeting  alice        “hi”  ${'f'.repeat(120)}`,
			`           ✗ greeting  ${'s'.repeat(64)} “hi”  ${'f'.repeat(120)}…`,
			`     #7  ${'o'.repeat(64)}…  “hi”`,
			`     #8  ${'o'.repeat(64)}  “${'m'.repeat(200)}…”`,
			'',
		])
	})

	it('a greeting has its block where that is known', () => {
		const { out, live } = lines(true)
		live.greeting({ id: '7', owner: 'chain1alice', message: 'hi', height: 1234 })
		live.greeting({ id: '12345678', owner: 'chain1bob', message: 'ho' })
		expect(out.text).toBe('     #7  alice  “hi”  block 1,234\n#12345678  chain1bob  “ho”\n')
	})

	it('a line on a terminal is coloured, but where colours are unwanted or there are none', () => {
		const painted = (env: Readonly<Record<string, string>>) => {
			const { out, live } = lines(true, env)
			live.transaction(summary())
			return out.text
		}
		expect(painted({})).toContain('\u001b[32m✓\u001b[39m')
		expect(painted({ NO_COLOR: '' })).toContain('\u001b[32m✓')
		for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
			expect(painted(env as Record<string, string>)).not.toContain('\u001b[3')
	})
})

it('a program reads a line of JSON each', () => {
	const { out, live } = lines(false)
	live.block(block(5, 1))
	live.transaction(summary({ memo: 'note' }))
	live.greeting({ id: '7', owner: 'chain1alice', message: 'hi', height: 5 })
	live.greeting({ id: '8', owner: 'chain1alice', message: 'hi' })
	live.end()
	const { time } = block(5, 1)
	expect(
		out.text
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line)),
	).toEqual([
		{ type: 'block', height: 5, time, hash: 'CD', tx_count: 1, gas_used: '61234' },
		{
			type: 'transaction',
			hash: 'AB'.repeat(32),
			height: 5,
			index: 0,
			code: 0,
			codespace: '',
			log: '',
			gas_wanted: '200000',
			gas_used: '61234',
			fee: [{ denom: 'uchain', amount: '2000' }],
			memo: 'note',
			signers: ['chain1alice'],
			message_types: ['/chain.greet.v1beta1.MsgCreateGreet'],
			first: { message: 'hi' },
		},
		{ type: 'greeting', id: '7', owner: 'chain1alice', message: 'hi', height: 5 },
		{ type: 'greeting', id: '8', owner: 'chain1alice', message: 'hi' },
	])
})
