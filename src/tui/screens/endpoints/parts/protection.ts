import type { EndpointsApplication } from '../../../../client/index.ts'
import { counted } from '../../../kit/text/numbers.ts'

/** Requirements for callers: `key`, `key + 2 origins`, `open`. */
export function protectionText(application: EndpointsApplication): string {
	const { keyRequired, origins, ips } = application
	const parts = [
		...(keyRequired ? ['key'] : []),
		...(origins.length === 0 ? [] : [counted(origins.length, 'origin')]),
		...(ips.length === 0 ? [] : [`${ips.length} ${ips.length === 1 ? 'IP rule' : 'IP rules'}`]),
	]
	return parts.length === 0 ? '✗ open to anyone' : parts.join(' + ')
}
