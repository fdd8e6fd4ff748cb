import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { nodeConfig } from '../support/ownChain.ts'
import { readInput } from '../support/readInput.ts'

/** `validate-genesis` */
export const validateGenesis: CommandSpec = {
	name: 'validate-genesis',
	args: '[file]',
	count: exactly(1),
	description: 'check a genesis file: whether a chain can begin with it, and if not, what is wrong',
	examples: ['validate-genesis genesis.json'],
	details: 'Nothing is written. The exit code is 0 when a chain can begin with the file.',
	run: async (context, [file = '']) => {
		const { validateGenesisFile } = await import('../../node/validateGenesisFile.ts')
		const { chainId, initialHeight, isWithEvm, moduleVersions, ignored } = validateGenesisFile(
			await readInput(context.io, file),
			nodeConfig(context),
		)
		for (const note of ignored) context.io.stderr(`Note: ${note}\n`)
		await printResult(context, {
			valid: true,
			chain_id: chainId,
			initial_height: initialHeight,
			evm: isWithEvm,
			module_versions: moduleVersions,
			...(ignored.length === 0 ? {} : { ignored }),
		})
		return undefined
	},
}
