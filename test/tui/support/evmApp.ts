import { parseAbi } from 'viem'
import type { EvmClient } from '../../../src/client/index.ts'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import type { ContractsModel } from '../../../src/tui/screens/contracts/ContractsModel.ts'
import { ChainDouble } from './chainDouble.ts'
import { doubleContract, evmDouble } from './evmDouble.ts'
import { placesApp } from './placesApp.ts'

/** A contract with functions of each kind. */
export const pokedPlace = {
	name: 'Wall',
	abi: parseAbi([
		'function poke(string text) payable',
		'function count() view returns (uint256)',
		'event Poked(string text)',
		'function sum(uint8 a, uint8 b) pure returns (uint8)',
		'function stop()',
	]),
	address: doubleContract,
}

/** An app that is drawn nowhere, at a height, with the Contracts screen over an EVM, some of whose parts are others. */
export async function evmApp(
	change: Partial<EvmClient> = {},
	height = 7,
): Promise<{ readonly app: TuiApp; readonly model: ContractsModel; readonly calls: readonly string[] }> {
	const chain = new ChainDouble()
	chain.evm = { ...evmDouble(chain.calls), ...change }
	const app = placesApp({})
	app.client = chain
	app.set({ status: { ...(await chain.status()), height } })
	const model = app.screens.find(({ id }) => id === 'contracts')!.model as ContractsModel
	model.connected(chain)
	return { app, model, calls: chain.calls }
}
