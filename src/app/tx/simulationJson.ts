import { create } from '@bufbuild/protobuf'
import { eventMessages } from '../../abci/eventMessages.ts'
import { encodeProtoJson } from '../../codec/gatewayJson/encodeProtoJson.ts'
import { BugError } from '../../errors/UserError.ts'
import {
	GasInfoSchema,
	ResultSchema,
	type SimulationResponse,
	SimulationResponseSchema,
} from '../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { utf8 } from '../../util/bytes.ts'
import type { TxOutcome } from './runTx.ts'

/** Protobuf JSON of a simulation that passed: the answer to `/app/simulate`. @throws {ChainError} if it failed. */
export function simulationJson(outcome: TxOutcome): Uint8Array {
	if (outcome.error !== undefined) throw outcome.error.wrap('failed to simulate tx')
	const resolve = (typeUrl: string): never => {
		throw new BugError(`a simulation holds no ${typeUrl}`)
	}
	return utf8(encodeProtoJson(simulationResponse(outcome), SimulationResponseSchema, { registry: { resolve } }))
}

function simulationResponse({ gasWanted, gasUsed, result }: TxOutcome): SimulationResponse {
	const { data, log, events } = result!
	return create(SimulationResponseSchema, {
		gasInfo: create(GasInfoSchema, { gasWanted, gasUsed }),
		result: create(ResultSchema, { data, log, events: eventMessages(events) }),
	})
}
