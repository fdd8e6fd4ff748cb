import { UserError } from '../../errors/UserError.ts'
import { isObject } from '../../util/jsonParts.ts'
import { byKey } from '../../util/order.ts'
import type { AppModule, Json, LargeExport } from '../AppModule.ts'
import type { Context } from '../Context.ts'

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

/** A module's part with all entries of its list. */
export function wholeExport({ rest, list, entries }: LargeExport): Json {
	return { ...rest, [list]: [...entries] }
}

/** The genesis state of every module, by name (framework: types/module ExportGenesis). */
export function exportGenesis(ctx: Context, modules: readonly AppModule[]): { readonly [module: string]: Json } {
	return Object.fromEntries(inOrder(modules).map(([name, module]) => [name, module.exportGenesis(ctx)]))
}

/** The same as JSON text in pieces, indented by `depth` spaces, for a state that is larger than the memory. */
export function* exportedText(ctx: Context, modules: readonly AppModule[], depth: number): Generator<string> {
	const [outer, inner] = [depth + 2, depth + 4].map((spaces) => `\n${' '.repeat(spaces)}`) as [string, string]
	let comma = ''
	yield '{'
	for (const [name, module] of inOrder(modules)) {
		yield `${comma}${outer}${JSON.stringify(name)}: `
		comma = ','
		const large = module.exportLargeGenesis?.(ctx)
		if (large === undefined) {
			yield indentedJson(module.exportGenesis(ctx), depth + 2)
			continue
		}
		// The list is empty in this text; its entries go between its brackets.
		const empty = `${inner}${JSON.stringify(large.list)}: [`
		const text = indentedJson(large.rest, depth + 2)
		const at = text.indexOf(empty) + empty.length
		yield text.slice(0, at)
		let separator = ''
		for (const entry of large.entries) {
			yield `${separator}${inner}  ${indentedJson(entry, depth + 6)}`
			separator = ','
		}
		yield `${separator === '' ? '' : inner}${text.slice(at)}`
	}
	yield `\n${' '.repeat(depth)}}`
}

/** JSON as `JSON.stringify` writes it with two spaces, its later lines moved to the right. */
export function indentedJson(value: unknown, depth: number): string {
	return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(depth)}`)
}

function inOrder(modules: readonly AppModule[]): readonly (readonly [name: string, module: AppModule])[] {
	return modules.map((module) => [module.name, module] as const).sort(byKey)
}

function parseAppState(text: string): { readonly [module: string]: Json } {
	let value: Json
	try {
		value = JSON.parse(text) as Json
	} catch (cause) {
		throw new UserError('The genesis state is not JSON.', { next: 'Check the genesis file.', cause })
	}
	if (!isObject(value)) {
		throw new UserError('The genesis state is not a JSON object.', { next: 'Check app_state in the genesis file.' })
	}
	return value as { readonly [module: string]: Json }
}
