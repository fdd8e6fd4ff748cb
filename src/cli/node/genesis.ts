import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ByteSource } from '../../codec/goJson/JsonScanner.ts'
import { UserError } from '../../errors/UserError.ts'
import type { ValidGenesis } from '../../node/genesis/validateGenesisFile.ts'
import type { NodeConfig } from '../../node/NodeConfig.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { wholeNumber } from '../query/queryCommand.ts'
import { ProgressLine } from '../support/genesisProgress.ts'
import { needChain, nodeConfig, openHomeChain, refuseWhileRunning } from '../support/home.ts'
import { openInput } from '../support/readInput.ts'
import { migrateFile } from '../upgrade/migrate.ts'

/** `export` */
export const exportGenesis: CommandSpec = {
	name: 'export',
	description: 'print a genesis document of the present state, or that of a height, to begin another chain with',
	details:
		'Of the home of a node of a network the state of its application, while that does not run; the rest is from the genesis of\nits engine.',
	settings: ['genesis', 'evmChainId'],
	examples: ['export', 'export --height 1200'],
	flags: [{ flag: '--height <n>', description: 'a height whose state is kept; else the newest' }],
	run: async (context) => {
		const config = nodeConfig(context)
		const height = wholeNumber(context, 'height')
		const { readRunningNode } = await import('../../node/home/runningNode.ts')
		const { readNetworkHome } = await import('../../node/home/networkHome.ts')
		const network = readNetworkHome(config.home)
		if (network !== undefined) {
			refuseWhileRunning(config.home)
			needChain(config.home)
			const { exportNetworkHome } = await import('../../node/home/networkState.ts')
			context.io.stdout(`${await exportNetworkHome(config, network, height)}\n`)
			return undefined
		}
		if (readRunningNode(config.home)) {
			context.io.stdout(`${await exportFromRunning()}\n`)
			return undefined
		}
		needChain(config.home)
		const { exportedGenesis } = await import('../../node/home/exportGenesis.ts')
		const chain = await openHomeChain(config)
		try {
			for (const piece of exportedGenesis(await chain.engine.genesis(), chain.app(), height)) context.io.stdout(piece)
			context.io.stdout('\n')
		} finally {
			await chain.close()
		}
		return undefined

		async function exportFromRunning(): Promise<string> {
			const { withNode, withPowers } = await import('../support/connect.ts')
			const { withUserErrors } = await import('../../client/index.ts')
			const { genesis } = await withNode(context, (connection) =>
				withPowers(
					[
						'The running node does not give its state away.',
						'It was started without --admin.',
						'Stop it first, start it with --admin, or export on its Node screen in the app.',
					],
					withUserErrors(() => connection.call('admin_exportGenesis', height === undefined ? {} : { height })),
				),
			)
			return genesis
		}
	},
}

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
		'Nothing is written. The exit code is 0 when a chain can begin with the file. One of generation 8 is migrated in memory\nfirst, as `migrate` does.',
	run: async (context, [file = '']) => {
		const { validateGenesisFile } = await import('../../node/genesis/validateGenesisFile.ts')
		const { outlineGenesis } = await import('../../migrate/outlineGenesis.ts')
		const source = await openInput(context.io, file)
		const { spanText } = await import('../../codec/goJson/JsonScanner.ts')
		const { largeGenesis, namesOfFile } = await import('../../node/resolveNodeConfig.ts')
		const outline = outlineGenesis(source)
		const { settings, ...rest } = nodeConfig(context)
		// As `start` does: the names of the file, unless others are asked for.
		const names = namesOfFile(outline, (name) => textFlag(context, name) !== undefined)
		const config = { ...rest, settings: { ...settings, ...names } }
		const isOld = outline.generation === 8
		const isLarge = source.size > largeGenesis && file !== '-'
		const { chainId, initialHeight, isWithEvm, moduleVersions, ignored } = isLarge
			? await validLarge(context, config, file, isOld)
			: validateGenesisFile(isOld ? await migrated(source) : spanText(source, { start: 0, end: source.size }), config)
		for (const note of ignored) context.io.stderr(`Note: ${note}\n`)
		await printResult(context, {
			valid: true,
			generation: outline.generation,
			chain_id: chainId,
			initial_height: initialHeight,
			evm: isWithEvm,
			module_versions: moduleVersions,
			...(ignored.length === 0 ? {} : { ignored }),
		})
	},
}

async function migrated(genesis: ByteSource): Promise<string> {
	const { migrateGenesis } = await import('../../migrate/migrateGenesis.ts')
	const parts: string[] = []
	await migrateGenesis(genesis, (part) => {
		parts.push(part)
	})
	return parts.join('')
}

async function validLarge(
	context: CommandContext,
	config: NodeConfig,
	file: string,
	isOld: boolean,
): Promise<ValidGenesis> {
	const { validateLargeGenesisFile } = await import('../../node/genesis/validateGenesisFile.ts')
	const { stopped } = context.io
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-validate-'))
	const bar = new ProgressLine(context)
	try {
		const genesisFile = isOld ? join(folder, 'migrated.json') : file
		if (isOld) await migrateFile(context, file, genesisFile, {})
		return await validateLargeGenesisFile({ ...config, genesisFile }, { progress: (done) => bar.show(done), stopped })
	} catch (cause) {
		throw stopped.aborted ? new UserError('The check was stopped.', { cause }) : cause
	} finally {
		bar.clear()
		rmSync(folder, { recursive: true, force: true })
	}
}
