import type { CommandContext } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { confirmTyped } from '../support/confirmTyped.ts'
import { withHistory } from '../support/nodePowers.ts'
import { readHeight } from '../support/readHeight.ts'

/** `snapshot create` */
export const snapshotCreate: CommandSpec = {
	name: 'create',
	args: '[name]',
	count: { min: 0, max: 1 },
	description: 'name the present state and clock, to go back to',
	examples: ['snapshot create before'],
	run: async (context, [name]) => {
		const made = await withHistory(context, async (powers) => {
			const taken = await powers.snapshot(name)
			return (await powers.snapshots()).find((snapshot) => snapshot.name === taken)
		})
		await printResult(context, made ?? {})
		return undefined
	},
}

/** `snapshot list` */
export const snapshotList: CommandSpec = {
	name: 'list',
	description: 'print the snapshots, the oldest height first',
	examples: ['snapshot list'],
	run: async (context) => {
		await printResult(context, { snapshots: await withHistory(context, (powers) => powers.snapshots()) })
		return undefined
	},
}

/** `snapshot restore` */
export const snapshotRestore: CommandSpec = {
	name: 'restore',
	args: '[name]',
	count: exactly(1),
	description: 'go back to a snapshot, its state and its clock; later blocks and snapshots are gone',
	examples: ['snapshot restore before'],
	flags: [{ flag: '-y, --yes', description: 'do not ask' }],
	run: async (context, [name = '']) =>
		withHistory(context, async (powers) => {
			if (!(await agrees(context, name))) return refused(context.io.stderr)
			await powers.revert(name)
			context.io.stderr(`The chain is as it was at the snapshot ${name}.\n`)
			return 0
		}),
}

/** `snapshot delete` */
export const snapshotDelete: CommandSpec = {
	name: 'delete',
	args: '[name]',
	count: exactly(1),
	description: 'forget a snapshot; the chain stays as it is',
	examples: ['snapshot delete before'],
	run: async (context, [name = '']) => {
		await withHistory(context, (powers) => powers.deleteSnapshot(name))
		context.io.stderr(`The snapshot ${name} is forgotten.\n`)
		return 0
	},
}

/** `rewind` */
export const rewind: CommandSpec = {
	name: 'rewind',
	args: '[height]',
	count: exactly(1),
	description: 'go back to any height whose block and state are kept; later blocks and snapshots are deleted',
	examples: ['rewind 1200'],
	flags: [{ flag: '-y, --yes', description: 'do not ask' }],
	run: async (context, [text = '']) => {
		const height = readHeight(text)
		return withHistory(context, async (powers) => {
			if (!(await agrees(context, text))) return refused(context.io.stderr)
			await powers.rewind(height)
			context.io.stderr(`The chain is back at height ${height}.\n`)
			return 0
		})
	},
}

function agrees(context: CommandContext, word: string): Promise<boolean> {
	return confirmTyped(context, `Everything later will be deleted. Type ${word} to go back: `, word)
}

function refused(stderr: (text: string) => void): number {
	stderr('Nothing was changed.\n')
	return 1
}
