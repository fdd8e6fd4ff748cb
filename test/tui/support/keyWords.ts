import { isEnabled } from '../../../src/tui/kit/keymap/Command.ts'
import { plainKeys } from '../../../src/tui/shell/plainWords.ts'
import type { TestApp } from './testApp.ts'

/** The keys that are offered, as plain mode reads them out: those that do something now, the most important first. */
export function offeredKeys({ app }: TestApp): string {
	return plainKeys(app).replace(/^Keys: |(, \? help, q quit)?\.$/g, '')
}

/** Keys of a screen that do nothing now, each with the reason that pressing it tells. */
export function refusedKeys({ app }: TestApp, ...places: readonly string[]): readonly string[] {
	return app.commands
		.reachable()
		.filter((command) => places.includes(command.id.split('.')[0] ?? '') && !isEnabled(command))
		.map(({ keys, enabled }) => `${keys[0]}: ${String(enabled?.())}`)
}
