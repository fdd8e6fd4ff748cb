import type { BaseApp } from '../../app/BaseApp.ts'
import { formatTime, parseTime, zeroTime } from '../../chain/blockTime.ts'
import { UserError } from '../../errors/UserError.ts'

/**
 * The genesis document of a state as JSON text, as the framework's `export` prints it: the chain's own document with
 * the modules' exported state, starting at the next height (cosmos-sdk v0.44.5 server/export.go). Before the first
 * block there is no state: the chain's own document is the genesis.
 * @param height of a kept state; the newest unless given
 * @throws {UserError} for a height whose state is not kept.
 */
export function exportedGenesis(text: string, app: BaseApp, height = app.info().lastBlockHeight): string {
	if (height === 0) return text.trimEnd()
	if (!app.store.hasVersion(height)) {
		throw new UserError(`The state of height ${height} is not kept.`, {
			why: `The kept states are within ${app.store.earliestVersion} to ${app.info().lastBlockHeight}.`,
			next: 'Choose a height in that range. How many are kept says --pruning.',
		})
	}
	const document = JSON.parse(text) as Record<string, unknown>
	return JSON.stringify(
		{
			...document,
			genesis_time: formatTime(parseTime(String(document.genesis_time)) ?? zeroTime),
			initial_height: String(height + 1),
			app_hash: '',
			app_state: app.exportGenesis(height),
		},
		null,
		2,
	)
}
