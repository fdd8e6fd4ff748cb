import type { Command, CommandRecord } from '../../kit/keymap/Command.ts'
import { askFilter } from '../../kit/overlays/LinePrompt.tsx'
import type { ListModel } from './ListModel.ts'

/** A command of a list, as far as a screen says it differently. */
export type ListCommand = Partial<Pick<Command, 'title' | 'description' | 'footer' | 'enabled' | 'run'>>

/** The keys of a list that a screen has, each with what it says differently. */
export interface ListCommandOptions {
	/** The first part of the commands' ids. */
	readonly id: string
	/** Enter, right and l. */
	readonly open?: ListCommand & Pick<Command, 'description' | 'run'>
	/** `/`; `placeholder` describes the possible input. */
	readonly filter?: ListCommand & { readonly placeholder?: string }
	/** s */
	readonly sort?: ListCommand
	/** f */
	readonly follow?: ListCommand
}

/** The commands of a list: filter, open, sort and follow, on the same keys on every screen. */
export function listCommands<Row>(
	model: Pick<ListModel<Row>, 'app' | 'list' | 'inside'>,
	options: ListCommandOptions,
): readonly CommandRecord[] {
	const { app, list } = model
	const { id, open, filter, sort, follow } = options
	const command = (verb: string, keys: readonly string[], usual: Omit<CommandRecord, 'id' | 'keys'>) => ({
		id: `${id}.${verb}`,
		keys,
		...usual,
	})
	const commands: CommandRecord[] = []
	if (filter !== undefined) {
		const { placeholder, ...said } = filter
		commands.push(
			command('filter', ['/'], {
				title: 'filter',
				description: 'Show only rows with these words, while you type.',
				run: () => askFilter(app, list, placeholder),
				...said,
			}),
		)
	}
	if (open !== undefined) {
		commands.push(
			command('open', ['enter', 'right', 'l'], {
				title: 'open',
				enabled: () => (list.selected !== undefined && model.inside === undefined) || 'nothing is selected',
				...open,
			}),
		)
	}
	if (sort !== undefined) {
		commands.push(
			command('sort', ['s'], {
				title: 'sort',
				description: 'Sort by the next column, up and down, then in the order of the list.',
				run: () => list.nextSort(),
				...sort,
			}),
		)
	}
	if (follow !== undefined) {
		commands.push(
			command('follow', ['f'], {
				title: list.cursor.following ? 'hold' : 'follow',
				description: 'Keep the newest row selected, or hold the selection.',
				run: () => {
					list.cursor.follow(!list.cursor.following)
					list.chosen()
				},
				...follow,
			}),
		)
	}
	return commands
}
