/**
 * The app over the chain double, to look at screens while working on them:
 * bundle this file with esbuild and run it with `[home] [--keys] [--many] [--accessible]`.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTui } from '../../../src/tui/shell/runTui.ts'
import { ChainDouble } from './chainDouble.ts'

const samples = [
	'hello from the keyboard',
	'second',
	'third\nline 👋 and a family 👩‍💻',
	'\u001b[2J hidden? no \u202egnirts',
	'日本語のあいさつ、全角の文字が続きます',
	'a somewhat longer greeting that goes on and on until it certainly does not fit into eighty cells any more, really',
	'',
	'e\u0301 zalgo Z\u0351\u0352\u0353\u0354',
]

const [home = mkdtempSync(join(tmpdir(), 'chain-tui-dev-'))] = process.argv
	.slice(2)
	.filter((word) => !word.startsWith('--'))
const many = process.argv.includes('--many')
const greetings = Array.from({ length: many ? 100_000 : 12 }, (_, index) => samples[index % samples.length] ?? '')
process.exitCode = await runTui({
	home,
	accessible: process.argv.includes('--accessible'),
	connect: async () =>
		new ChainDouble({
			greetings: process.argv.includes('--keys') ? greetings : [],
			blockEveryMs: 1_000,
			keys: process.argv.includes('--keys') ? ['alice', 'bob'] : [],
		}),
})
