import { basename } from 'node:path'
import type { Artifact } from '../../client/index.ts'
import { textFlag, UsageError } from '../CommandContext.ts'
import { atLeast, type CommandSpec } from '../defineCommand.ts'
import { readInput } from '../support/readInput.ts'

import { sendFlags } from './withEvm.ts'

/** `eth deploy` */
export const ethDeploy: CommandSpec = {
	name: 'deploy',
	args: '[artifact] [arguments...]',
	count: atLeast(1),
	description: 'make a contract from what a compiler wrote',
	examples: [
		`eth deploy examples/contracts/Wall.json 'Our wall' --from dev --yes`,
		'eth deploy out/Token.sol/Token.json 1e24 --from dev --name Gold',
		'eth deploy build.json --contract Token 1e24 --from dev',
	],
	details:
		'Takes artifacts of hardhat, foundry and truffle, and the JSON output of solc. The arguments are those of the constructor. The ABI is kept in the\nhome under the name of the contract, and decodes its calls, events and revert reasons from then on.',
	flags: [
		...sendFlags,
		{ flag: '--contract <name>', description: 'which contract, where the file has several' },
		{ flag: '--name <name>', description: 'name to keep its ABI under; that of the contract when left out' },
	],
	run: async (context, [file = '', ...words]) => {
		const { agreed, gasFlagOf, signingKey, valueFlagOf, withEvm } = await import('./withEvm.ts')
		const { followSend } = await import('./ethSend.ts')
		const { unlock } = await import('../keys/unlock.ts')
		const text = await readInput(context.io, file)
		return withEvm(context, async (command) => {
			const { evm, keyring, denom, address } = command
			const artifact = chosenArtifact(
				await evm.readArtifacts(text, basename(file, '.json')),
				textFlag(context, 'contract'),
			)
			const key = await signingKey(context, command)
			const args = await Promise.all(words.map(address))
			const value = valueFlagOf(context, denom)
			const gas = gasFlagOf(context)
			const size = (artifact.bytecode.length - 2) / 2
			if (!(await agreed(context, `${key} deploys ${artifact.name} (${size} bytes) ${args.join(' ')}`))) return 1
			if (textFlag(context, 'actAs') === undefined) await unlock(keyring, context.io)
			return followSend(context, evm.deploy(key, { artifact, args, value, gas }), ({ contractAddress }) => {
				evm.abis.add(textFlag(context, 'name') ?? artifact.name, artifact.abi, contractAddress)
			})
		})
	},
}

/** Picks the contract of a name, or of all, the only one with code. @throws {UsageError} if there is none, or several. */
export function chosenArtifact(artifacts: readonly Artifact[], name: string | undefined): Artifact {
	const hasName = (artifact: Artifact): boolean => artifact.name === name
	const named = name === undefined ? artifacts : artifacts.filter(hasName)
	const candidates = named.length === 1 ? named : named.filter(({ bytecode }) => bytecode !== '0x')
	if (candidates.length === 1) return candidates[0]!
	if (artifacts.some(hasName)) {
		throw new UsageError(`The file has several contracts ${name}.`, {
			next: 'Give it the output of the compiler for one of them.',
		})
	}
	const names = artifacts.map((artifact) => artifact.name).join(', ')
	throw new UsageError(name === undefined ? 'The file has several contracts.' : `The file has no contract ${name}.`, {
		next: `Choose with --contract: ${names}.`,
	})
}
