import { EthFault } from '../EthFault.ts'

/** What go-ethereum's server answers where a method's code runs into what it took for granted (v1.10.16 rpc/service.go). */
export function handlerCrashed(): EthFault {
	return new EthFault('method handler crashed')
}
