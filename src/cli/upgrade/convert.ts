import type { CommandContext } from '../CommandContext.ts'
import { isSet } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { withNode } from '../support/connect.ts'
import { homeConfig } from '../support/home.ts'
import { readInput } from '../support/readInput.ts'

/** `convert`: shows what `POST /txs` makes of a legacy transaction and all its errors; also converts back. */
export const convert: CommandSpec = {
	name: 'convert',
	args: '[file|-]',
	count: { min: 0, max: 1 },
	description:
		'check a legacy transaction and show what POST /txs makes of it, or the legacy form of transaction bytes',
	settings: ['minimumGasPrices'],
	examples: ['convert tx.json'],
	details:
		'Reads a StdTx, a body of POST /txs, or the bytes of a transaction as base64 or hex; from standard input without a file.\n' +
		'Exit code 1 when the transaction would be refused.',
	flags: [{ flag: '--offline', description: 'ask no node: signatures are not checked, sequences are taken as 0' }],
	run: async (context, [file = '-']) => {
		const text = await readInput(context.io, file)
		const { bytesOfText } = await import('../../codec/legacy/legacyFormOfBytes.ts')
		const bytes = bytesOfText(text)
		return bytes === undefined ? forward(context, text) : backward(context, bytes)
	},
}

async function forward(context: CommandContext, text: string): Promise<number> {
	const { analysisJson, analysisText, analyzeStdTx } = await (await import('../../client/index.ts')).loadLegacy()
	const analysis = analyzeStdTx(text, await knownState(context, text))
	const json = context.output === 'json'
	context.io.stdout(json ? `${JSON.stringify(analysisJson(analysis))}\n` : analysisText(analysis))
	return analysis.checks.some(({ state }) => state === 'problem') ? 1 : 0
}

async function knownState(context: CommandContext, text: string) {
	const { settings, minimumGasPrices } = homeConfig(context)
	if (isSet(context, 'offline')) {
		const { prefix, aminoBrand: brand } = settings
		return { chainId: undefined, prefix, brand, accounts: new Map(), minimumGasPrices }
	}
	const { readKnownState } = await (await import('../../client/index.ts')).loadLegacy()
	const { detectSettings } = await import('../../client/index.ts')
	return withNode(context, async (connection) =>
		readKnownState(connection, text, await detectSettings(connection, settings), minimumGasPrices),
	)
}

async function backward(context: CommandContext, bytes: Uint8Array): Promise<number> {
	const { legacyFormOfBytes } = await import('../../codec/legacy/legacyFormOfBytes.ts')
	const { createRegistry } = await import('../../codec/registry/createRegistry.ts')
	const { settings } = homeConfig(context)
	const { json, reasons } = legacyFormOfBytes(bytes, { registry: createRegistry(), brand: settings.aminoBrand })
	if (context.output === 'json') {
		context.io.stdout(`{"tx":${json ?? 'null'},"reasons":${JSON.stringify(reasons)}}\n`)
	} else {
		for (const reason of reasons) context.io.stderr(`${reason}\n`)
		if (json !== undefined) context.io.stdout(`${json}\n`)
	}
	return json === undefined ? 1 : 0
}
