import { type CommandContext, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { nodeConfig } from '../support/ownChain.ts'
import { readInput } from '../support/readInput.ts'

/** `validate-genesis` */
export const validateGenesis: CommandSpec = {
	name: 'validate-genesis',
	args: '[file]',
	count: exactly(1),
	description:
		'check a genesis file of generation 8 or 9: whether a chain can begin with it, and if not, what is wrong',
	settings: ['evmChainId'],
	examples: ['validate-genesis genesis.json'],
	details:
		'Nothing is written. The exit code is 0 when a chain can begin with the file. One of generation 8 is migrated in memory\n' +
		'first, as `migrate` does.',
	run: async (context, [file = '']) => {
		const { validateGenesisFile } = await import('../../node/validateGenesisFile.ts')
		const { outlineGenesis } = await import('../../migrate/outlineGenesis.ts')
		const written = await readInput(context.io, file)
		const { generation, prefix, denom } = outlineGenesis(written)
		const text = generation === 8 ? await migrated(written) : written
		const config = nodeConfig(context)
		const { chainId, initialHeight, isWithEvm, moduleVersions, ignored } = validateGenesisFile(text, {
			...config,
			// As `start` does: the names of the file, unless others are asked for.
			settings: {
				...config.settings,
				...(prefix === undefined || isNamed(context, 'prefix') ? {} : { prefix }),
				...(denom === undefined || isNamed(context, 'denom') ? {} : { denom }),
			},
		})
		for (const note of ignored) context.io.stderr(`Note: ${note}\n`)
		await printResult(context, {
			valid: true,
			generation,
			chain_id: chainId,
			initial_height: initialHeight,
			evm: isWithEvm,
			module_versions: moduleVersions,
			...(ignored.length === 0 ? {} : { ignored }),
		})
		return undefined
	},
}

async function migrated(genesis: string): Promise<string> {
	const { migrateGenesis } = await import('../../migrate/migrateGenesis.ts')
	const { memorySource } = await import('../../migrate/JsonScanner.ts')
	const parts: string[] = []
	await migrateGenesis(memorySource(Buffer.from(genesis)), (part) => {
		parts.push(part)
	})
	return parts.join('')
}

function isNamed(context: CommandContext, flag: string): boolean {
	return textFlag(context, flag) !== undefined
}
