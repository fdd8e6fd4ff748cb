import type { IncomingMessage } from 'node:http'
import { isFromThisMachine } from '../../serve/isFromThisMachine.ts'
import { ServiceFault } from '../service/ServiceFault.ts'

/**
 * Lets only programs of this machine manage the service.
 *
 * @throws {ServiceFault} for others, and for every web page.
 */
export function checkLoopback(request: IncomingMessage): void {
	if (isFromThisMachine(request)) return
	throw new ServiceFault(
		403,
		'loopback_only',
		'The service is managed from its own machine only.',
		'Use chain-tui on that machine.',
	)
}
