import { basename } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import { textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'
import { readInput } from '../support/readInput.ts'
import { chosenArtifact } from './ethDeploy.ts'

/** `eth abi add` */
export const ethAbiAdd: CommandSpec = {
	name: 'add',
	args: '[file]',
	count: exactly(1),
	description: 'keep the ABI of a contract, to decode its calls, events and revert reasons',
	examples: [
		'eth abi add Token.json --address 0x5FbDB2315678afecb367f032d93F642f64180aa3',
		'eth abi add build.json --contract Token --name Gold',
	],
	details:
		'Takes what `eth deploy` takes, and an ABI alone. No node is asked. The file is kept in the folder abis of the home.',
	flags: [
		{ flag: '--name <name>', description: 'name to keep it under; that of the contract when left out' },
		{ flag: '--address <address>', description: 'address of the contract, 0x or bech32' },
		{ flag: '--contract <name>', description: 'which contract, where the file has several' },
	],
	run: async (context, [file = '']) => {
		const { readArtifacts } = await (await import('../../client/index.ts')).loadAbis()
		const { hexOfAny } = await import('../../codec/address/anyAddress.ts')
		const { checkAddress } = await import('../keys/namedAddress.ts')
		const artifacts = readArtifacts(await readInput(context.io, file), basename(file, '.json'))
		const artifact = chosenArtifact(artifacts, textFlag(context, 'contract'))
		const text = textFlag(context, 'address')
		const { prefix } = homeConfig(context).settings
		const address = text === undefined ? undefined : hexOfAny(checkAddress(text, prefix, 'of a contract'), prefix)
		const added = (await book(context)).add(textFlag(context, 'name') ?? artifact.name, artifact.abi, address)
		await printResult(context, { name: added.name, entries: added.abi.length, addresses: added.addresses })
	},
}

/** `eth abi list` */
export const ethAbiList: CommandSpec = {
	name: 'list',
	description: 'list the contracts whose ABIs are kept',
	examples: ['eth abi list'],
	run: async (context) => {
		const all = (await book(context)).list()
		await printResult(
			context,
			all.map(({ name, abi, addresses }) => ({ name, entries: abi.length, addresses })),
		)
	},
}

/** `eth abi remove` */
export const ethAbiRemove: CommandSpec = {
	name: 'remove',
	args: '[name]',
	count: exactly(1),
	description: 'forget the ABI of a contract; the contract stays',
	examples: ['eth abi remove Wall'],
	run: async (context, [name = '']) => {
		const abis = await book(context)
		const found = abis.named(name)
		if (found === undefined) {
			throw new UserError(`No ABI is kept under the name ${name}.`, { next: 'See `chain-tui eth abi list`.' })
		}
		abis.remove(found.name)
		context.io.stderr(`The ABI of ${found.name} is forgotten.\n`)
	},
}

async function book(context: Parameters<typeof homeConfig>[0]) {
	const { AbiBook } = await (await import('../../client/index.ts')).loadAbis()
	const { homePaths } = await import('../../node/home/home.ts')
	return new AbiBook(homePaths(homeConfig(context).home).abis)
}
