import { UserError } from '../errors/UserError.ts'
import type { AppModule, Json } from './AppModule.ts'
import type { Context } from './Context.ts'

/**
 * Fills the state from the app_state of a genesis document, module by module in their order; a module without a part is
 * skipped (framework: types/module InitGenesis).
 * @throws {UserError} for a text that is no JSON object.
 */
export function initGenesis(ctx: Context, modules: readonly AppModule[], appState: string): void {
	const state = parseAppState(appState)
	for (const module of modules) {
		const part = state[module.name]
		if (part !== undefined) module.initGenesis(ctx, part)
	}
}

/**
 * Checks the app_state of a genesis document without a state, module by module (framework: types/module ValidateGenesis).
 *
 * @throws {UserError} for a text that is no JSON object, and for a faulty part, with the module's own words.
 */
export function validateGenesis(modules: readonly AppModule[], appState: string): void {
	const state = parseAppState(appState)
	for (const module of modules) {
		const part = state[module.name]
		if (part === undefined) continue
		try {
			module.validateGenesis(part)
		} catch (cause) {
			throw invalidPart(module.name, cause)
		}
	}
}

/** The error of a module's part that the module refuses. */
export function invalidPart(module: string, cause: unknown): UserError {
	return new UserError(`The genesis state of ${module} is not valid.`, {
		because: cause,
		next: `Mend app_state.${module} in the file.`,
	})
}

/** The genesis state of every module, by name (framework: types/module ExportGenesis). */
export function exportGenesis(ctx: Context, modules: readonly AppModule[]): { readonly [module: string]: Json } {
	const entries = modules.map((module) => [module.name, module.exportGenesis(ctx)] as const)
	return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function parseAppState(text: string): { readonly [module: string]: Json } {
	let value: Json
	try {
		value = JSON.parse(text) as Json
	} catch (cause) {
		throw new UserError('The genesis state is not JSON.', { next: 'Check the genesis file.', cause })
	}
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		throw new UserError('The genesis state is not a JSON object.', { next: 'Check app_state in the genesis file.' })
	}
	return value as { readonly [module: string]: Json }
}
