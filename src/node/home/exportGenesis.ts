import type { BaseApp } from '../../app/BaseApp.ts'
import { indentedJson } from '../../app/genesis/genesis.ts'
import { formatTime, parseTime, zeroTime } from '../../chain/blockTime.ts'
import type { GenesisDocument } from '../../chain/GenesisDocument.ts'
import { UserError } from '../../errors/UserError.ts'

/**
 * The genesis document of a state as JSON text, as the framework's `export` prints it: the chain's own document with
 * the modules' exported state, starting at the next height (cosmos-sdk v0.44.5 server/export.go). Before the first
 * block there is no state: the chain's own document is the genesis. Accounts and balances are made one by one.
 * @param height of a kept state; the newest unless given
 * @throws {UserError} for a height whose state is not kept.
 */
export function exportedGenesis(
	genesis: Pick<GenesisDocument, 'text' | 'head'>,
	app: BaseApp,
	height = app.info().lastBlockHeight,
): Iterable<string> {
	if (height === 0) return [genesis.text.trimEnd()]
	if (!app.store.hasVersion(height)) {
		throw new UserError(`The state of height ${height} is not kept.`, {
			why: `The kept states are within ${app.store.earliestVersion} to ${app.info().lastBlockHeight}.`,
			next: 'Choose a height in that range. How many are kept says --pruning.',
		})
	}
	const document = JSON.parse(genesis.head ?? genesis.text) as Record<string, unknown>
	return joined(
		documentText(
			{
				...document,
				genesis_time: formatTime(parseTime(String(document.genesis_time)) ?? zeroTime),
				initial_height: String(height + 1),
				app_hash: '',
				app_state: undefined,
			},
			app.exportedText(height),
		),
	)
}

function* documentText(document: Readonly<Record<string, unknown>>, state: Iterable<string>): Generator<string> {
	let comma = ''
	yield '{'
	for (const [name, value] of Object.entries(document)) {
		yield `${comma}\n  ${JSON.stringify(name)}: `
		comma = ','
		if (name === 'app_state') yield* state
		else yield indentedJson(value, 2)
	}
	yield '\n}'
}

/** The same text in fewer pieces. */
function* joined(pieces: Iterable<string>): Generator<string> {
	let some = ''
	for (const piece of pieces) {
		some += piece
		if (some.length < pieceLength) continue
		yield some
		some = ''
	}
	yield some
}

const pieceLength = 1 << 16
