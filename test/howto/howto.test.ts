import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

// ARCHITECTURE.md says how to add a module, an `eth_` method, an RPC method, a REST route and a command. Here somebody does: a copy of the
// program gets the new files of `files` and these lines, and its own test runs in it.
const lines: readonly (readonly [file: string, before: string, line: string])[] = [
	[
		'src/codec/registry/chainMessages.ts',
		'import { MsgMultiSendSchema',
		"import { MsgVoteSchema } from '../../gen/chain/tally/v1beta1/tx_pb.js'",
	],
	[
		'src/codec/registry/chainMessages.ts',
		'\trow(\n\t\tMsgSendSchema',
		"\trow(MsgVoteSchema, ({ voter }) => [voter], () => 'tally/Vote'),",
	],
	[
		'src/api/services/descriptors.ts',
		'import { file_ethermint_crypto',
		"import { file_chain_tally_v1beta1_query } from '../../gen/chain/tally/v1beta1/query_pb.js'\nimport { file_chain_tally_v1beta1_tx } from '../../gen/chain/tally/v1beta1/tx_pb.js'",
	],
	[
		'src/api/services/descriptors.ts',
		'\t\t\tfile_chain_greet_v1beta1_greet,',
		'\t\t\tfile_chain_tally_v1beta1_query,\n\t\t\tfile_chain_tally_v1beta1_tx,',
	],
	[
		'src/node/createApp.ts',
		'import { createVestingModule',
		"import { createTallyModule } from '../modules/tally/index.ts'",
	],
	['src/node/createApp.ts', '\t\tcreateGreetModule({ settings }),', '\t\tcreateTallyModule({ settings }),'],
	['src/node/genesis/defaultGenesis.ts', '\t\t\tvesting: {},', '\t\t\ttally: {},'],
	['src/cli/commandGroups.ts', 'import { testnetInit', "import { vote, voteCount } from './tx/tally.ts'"],
	[
		'src/cli/commandGroups.ts',
		"\t{ path: ['testnet']",
		"\t{ path: ['tx', 'tally'], description: 'tally transactions subcommands', commands: [vote] },\n\t{ path: ['query', 'tally'], description: 'querying commands for the tally module', commands: [voteCount] },",
	],
	[
		'src/wire/SummarySchema.ts',
		'\t/** Null when the block is not kept. */',
		'\t/** The block with the most transactions. */\n\tchain_busiest: {\n\t\tParameters: { readonly from: number; readonly to: number }\n\t\tReturnType: { readonly height: number; readonly tx_count: number }\n\t}',
	],
	[
		'src/node/servers/chainSummaries.ts',
		'\t\tchain_block: async',
		"\t\tchain_busiest: async ({ from, to }) => {\n\t\t\tlet busiest = { height: wholeNumber(from, 'from'), tx_count: 0 }\n\t\t\tfor (let height = busiest.height; height <= wholeNumber(to, 'to'); height++) {\n\t\t\t\tconst meta = await chain.blockMeta(height)\n\t\t\t\tif (meta !== undefined && meta.numTxs > busiest.tx_count) busiest = { height, tx_count: meta.numTxs }\n\t\t\t}\n\t\t\treturn busiest\n\t\t},",
	],
	[
		'src/node/servers/ChainServers.ts',
		'import type { RestHandler }',
		"import { createTipHandler } from '../../api/rest/createTipHandler.ts'",
	],
	[
		'src/api/eth/methods/index.ts',
		'import { logMethods }',
		"import { fullnessMethods } from './ethFullnessMethods.ts'",
	],
	['src/api/eth/methods/index.ts', '\t...logMethods,', '\t...fullnessMethods,'],
	['src/node/servers/ChainServers.ts', '\t\t\tcreateGatewayHandler({', '\t\t\tcreateTipHandler(source.chain),'],
]

// Generating code takes long: by hand, or in CI's long run.
const full = process.env.CHAIN_TUI_FULL === '1'
const root = resolve(import.meta.dirname, '../..')
const files = join(root, 'test/howto/files')
const copy = mkdtempSync(join(tmpdir(), 'chain-tui-howto-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

beforeAll(() => {
	const parts = [
		'src',
		'proto',
		'scripts',
		'bin',
		'test/support',
		'test/setup',
		'test/flow',
		'examples',
		'package.json',
		'tsconfig.json',
		'vitest.config.ts',
	]
	for (const part of [...parts, 'buf.yaml', 'buf.gen.yaml', '.dependency-cruiser.cjs']) {
		cpSync(join(root, part), join(copy, part), { recursive: true })
	}
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
	for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue
		const from = join(entry.parentPath, entry.name)
		const to = join(copy, from.slice(files.length + 1, -'.txt'.length))
		mkdirSync(dirname(to), { recursive: true })
		cpSync(from, to)
	}
	for (const [file, before, line] of lines) {
		const path = join(copy, file)
		const text = readFileSync(path, 'utf8')
		expect(text.split(before), `${file} no longer has ${before}: see ARCHITECTURE.md, "Adding …"`).toHaveLength(2)
		writeFileSync(path, text.replace(before, `${line}\n${before}`))
	}
})

function run(program: string, ...args: string[]): void {
	const env = { ...process.env, VITEST: undefined, CHAIN_TUI_COVERAGE: undefined }
	const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8', env })
	expect(status, `${stdout}${stderr}`).toBe(0)
}

it('a module, an eth_ method, an RPC method, a REST route and commands work when added as ARCHITECTURE.md says', () => {
	// Its transformed files would stay among those of this folder for ever.
	run('npx', 'vitest', 'run', '--experimental.fsModuleCache=false', 'test/howto/added.test.ts')
	checkTypesAndImports()
	if (full) checkGenerated()
}, 300_000)

function checkTypesAndImports(): void {
	// What did not change since the last run is not checked again; the file beside it is that of `npm run types`.
	const compilerOptions = { tsBuildInfoFile: 'node_modules/.cache/tsconfig.howto.tsbuildinfo' }
	const own = { extends: './tsconfig.json', include: ['src', 'test/howto'], compilerOptions }
	writeFileSync(join(copy, 'tsconfig.howto.json'), JSON.stringify(own))
	run('npx', 'tsc', '--project', 'tsconfig.howto.json')
	run('npx', 'depcruise', '--config', '.dependency-cruiser.cjs', 'src')
}

/** The generated code is what the generator makes. */
function checkGenerated(): void {
	const generated = () =>
		['query_pb.js', 'tx_pb.js', 'query_pb.d.ts', 'tx_pb.d.ts'].map((name) =>
			readFileSync(join(copy, 'src/gen/chain/tally/v1beta1', name), 'utf8'),
		)
	const before = generated()
	run('node', 'scripts/gen.js')
	expect(generated()).toEqual(before)
}
