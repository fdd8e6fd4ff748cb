import { UserError } from '../../errors/UserError.ts'
import type { CommandContext } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'
import { keepPreference } from '../support/savedPlaces.ts'

/** `label set` */
export const labelSet: CommandSpec = {
	name: 'set',
	args: '[address] [label]',
	count: exactly(2),
	description: 'call an address something; the app shows the label wherever it shows the address',
	examples: ['label set chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q "exchange, hot"'],
	run: async (context, [text = '', label = '']) => {
		const { namedAddress, namedKeys, readLabels } = await import('./namedAddress.ts')
		const { labelFault, labelSign, tidyLabel } = await import('../../codec/address/labels.ts')
		const address = await namedAddress(context, text)
		const keys = await namedKeys(context)
		const own = keys.find((key) => key.address === address)
		if (own !== undefined) {
			throw new UserError(`That is the address of your key ${own.name}.`, {
				why: 'A key has a name already.',
				next: `Rename it: chain-tui keys rename ${own.name} NEW_NAME.`,
			})
		}
		const labels = readLabels(homeConfig(context).home)
		const others = [...labels].filter(([other]) => other !== address).map(([, other]) => other)
		const fault = labelFault(label, [...keys.map(({ name }) => name), ...others])
		if (fault !== undefined)
			throw new UserError(`“${label}” cannot be a label.`, { why: `${fault}.`, next: 'Choose another.' })
		await write(context, new Map([...labels, [address, tidyLabel(label)]]))
		context.io.stderr(`${address} is ${labelSign}${tidyLabel(label)}.\n`)
	},
}

/** `label list` */
export const labelList: CommandSpec = {
	name: 'list',
	description: 'print the labels of addresses',
	examples: ['label list', 'label list --output json'],
	run: async (context) => {
		const { readLabels } = await import('./namedAddress.ts')
		const labels = [...readLabels(homeConfig(context).home)].map(([address, label]) => ({ label, address }))
		await printResult(context, { labels })
	},
}

/** `label remove` */
export const labelRemove: CommandSpec = {
	name: 'remove',
	args: '[address_or_label]',
	count: exactly(1),
	description: 'take the label of an address away',
	examples: ['label remove "exchange, hot"'],
	run: async (context, [text = '']) => {
		const { namedAddress, readLabels } = await import('./namedAddress.ts')
		const labels = new Map(readLabels(homeConfig(context).home))
		const address = await namedAddress(context, text)
		const label = labels.get(address)
		if (label === undefined) {
			throw new UserError(`${address} has no label.`, { next: 'See them all: chain-tui label list.' })
		}
		labels.delete(address)
		await write(context, labels)
		context.io.stderr(`${address} is no longer ${label}.\n`)
	},
}

async function write(context: CommandContext, labels: ReadonlyMap<string, string>): Promise<void> {
	const { labelLines } = await import('../../codec/address/labels.ts')
	await keepPreference(context, 'labels', labelLines(labels))
}
