import {
	create,
	type DescMessage,
	type DescMethodUnary,
	fromBinary,
	type MessageInitShape,
	type MessageShape,
	toBinary,
} from '@bufbuild/protobuf'
import { noBytes } from '../../../codec/noBytes.ts'
import type { NamedBlock } from '../args/blockParams.ts'
import type { EthChain } from '../EthChain.ts'
import { EthFault } from '../rpc/EthFault.ts'

/** Statuses that the framework's client gives to codes of queries (cosmos-sdk v0.44.5 client/query.go). */
const statuses: Readonly<Record<number, string>> = { 4: 'Unauthenticated', 18: 'InvalidArgument', 22: 'NotFound' }

/** Calls a module's query as ethermint's server does; height 0 is the latest. @throws {EthFault} with its refusal. */
export async function askModule<Input extends DescMessage, Output extends DescMessage>(
	{ source }: EthChain,
	method: DescMethodUnary<Input, Output>,
	request: MessageInitShape<Input>,
	height: number,
): Promise<MessageShape<Output>> {
	const path = `/${method.parent.typeName}/${method.name}`
	const data = toBinary(method.input, create(method.input, request))
	const { code, log, value } = await source.application.query({ path, data, height: BigInt(height), prove: false })
	if (code !== 0) throw new EthFault(`rpc error: code = ${statuses[code] ?? 'Unknown'} desc = ${log}`)
	return fromBinary(method.output, value ?? noBytes)
}

/** The height of a query as ethermint asks it: 0 is the latest state, whatever its height. */
export function queryHeight({ ref, height }: NamedBlock): number {
	return 'tag' in ref && ref.tag !== 'earliest' ? 0 : height
}

/** Error of go-ethereum's server for a method that crashed (v1.10.16 rpc/service.go). */
export function handlerCrashed(): EthFault {
	return new EthFault('method handler crashed')
}
