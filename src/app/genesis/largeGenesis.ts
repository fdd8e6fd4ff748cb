import type { StateLoad } from '../../store/MultiStore.ts'
import type { AppModule } from '../AppModule.ts'
import type { Context } from '../Context.ts'
import { invalidPart } from './genesis.ts'
import type { LargePart } from './LargePart.ts'

/** How far a load of a genesis is. */
export interface LoadStep {
	/** The module whose part is read; undefined while the trees are built. */
	readonly module: string | undefined
	/** Entries of the part that are read; pairs in the trees. */
	readonly entries: number
	/** Position in the document, in bytes. */
	readonly position: number
}

/** Is called between the steps, and told what is done. */
export type LoadTurn = (step: LoadStep) => Promise<void>

/** Like `initGenesis` of the document's parts, into a state that is loaded. */
export async function loadLargeGenesis(
	modules: readonly AppModule[],
	ctx: Context,
	parts: ReadonlyMap<string, LargePart>,
	load: StateLoad,
	turn: LoadTurn,
): Promise<void> {
	for (const module of modules) {
		const part = parts.get(module.name)
		if (part === undefined) continue
		for (const entries of written(module, ctx, part)) {
			load.settle()
			await turn({ module: module.name, entries, position: part.position })
		}
	}
	await load.finish((entries) => turn({ module: undefined, entries, position: 0 }))
}

/** Like `validateGenesis` of the document's parts. @throws {UserError} for a faulty part. */
export async function validateLargeGenesis(
	modules: readonly AppModule[],
	parts: ReadonlyMap<string, LargePart>,
	turn: LoadTurn,
): Promise<void> {
	for (const module of modules) {
		const part = parts.get(module.name)
		if (part === undefined) continue
		for (const entries of checked(module, part)) await turn({ module: module.name, entries, position: part.position })
	}
}

/** Writes a module's part into the state, and gives the number of entries after each step. */
function* written(module: AppModule, ctx: Context, part: LargePart): Generator<number> {
	if (module.loadGenesis !== undefined) yield* module.loadGenesis(ctx, part)
	else module.initGenesis(ctx, part.without(''))
}

/** Checks a module's part, and gives the number of entries after each step. */
function* checked(module: AppModule, part: LargePart): Generator<number> {
	try {
		if (module.validateLargeGenesis !== undefined) yield* module.validateLargeGenesis(part)
		else module.validateGenesis(part.without(''))
	} catch (cause) {
		throw invalidPart(module.name, cause)
	}
}
