import type { BaseApp } from '../app/BaseApp.ts'

/**
 * The genesis document of the current state as JSON text, as the framework's `export` prints it: the chain's own
 * document with the modules' exported state, starting at the next height (cosmos-sdk v0.44.5 server/export.go).
 */
export function exportedGenesis(text: string, height: number, app: BaseApp): string {
	const document = JSON.parse(text) as Record<string, unknown>
	return JSON.stringify(
		{ ...document, initial_height: String(height + 1), app_hash: '', app_state: app.exportGenesis() },
		null,
		2,
	)
}
