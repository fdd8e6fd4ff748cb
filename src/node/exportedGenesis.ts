import type { BaseApp } from '../app/BaseApp.ts'
import type { Engine } from '../engine/Engine.ts'

/**
 * The genesis document of the current state as JSON text, as the framework's `export` prints it: the chain's own
 * document with the modules' exported state, starting at the next height (cosmos-sdk v0.44.5 server/export.go).
 */
export async function exportedGenesis(engine: Engine, app: BaseApp): Promise<string> {
	const { text } = await engine.genesis()
	const document = JSON.parse(text) as Record<string, unknown>
	return JSON.stringify(
		{ ...document, initial_height: String(engine.height + 1), app_hash: '', app_state: app.exportGenesis() },
		null,
		2,
	)
}
