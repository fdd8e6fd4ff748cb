import { readFileSync } from 'node:fs'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { newValidatorKey } from '../../../src/engine/validatorKey.ts'
import { TestNetwork } from './TestNetwork.ts'

/** A network whose one validator is that of the recorded chain, with the recorded genesis; not started yet. */
export async function recordedNetwork(engine: string, blockInterval: string): Promise<TestNetwork> {
	const genesis = readFileSync(new URL('../../golden/localnet-genesis.json', import.meta.url), 'utf8')
	const validator = newValidatorKey(parseGenesis(genesis))
	return TestNetwork.create({
		engine,
		validators: 1,
		blockInterval,
		snapshotInterval: 0,
		recorded: { genesis, validator },
	})
}
