import type { NetworkValidator } from '../../../client/index.ts'
import { middle } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'

/** Display name of a validator: its name in the genesis, otherwise the ends of its address. */
export function validatorName(validator: NetworkValidator | undefined, address: string): string {
	return validator === undefined || validator.name === '' ? middle(address, 14) : safeText(validator.name, 30)
}
