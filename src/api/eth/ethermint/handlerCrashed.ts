import { EthFault } from '../rpc/EthFault.ts'

/** Error of go-ethereum's server for a method that crashed (v1.10.16 rpc/service.go). */
export function handlerCrashed(): EthFault {
	return new EthFault('method handler crashed')
}
