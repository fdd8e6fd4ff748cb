import type { EthMethods } from '../EthMethod.ts'
import type { EthParts } from '../EthParts.ts'
import type { EthDialect, EthDialectName } from './EthDialect.ts'
import { ethermintDialect } from './ethermintDialect.ts'
import { ethermintMethods } from './ethermintMethods.ts'
import { gethDialect } from './gethDialect.ts'
import { gethMethods } from './gethMethods.ts'

/** A dialect and its methods. */
export interface EthFace {
	readonly dialect: EthDialect
	methods(parts: EthParts): EthMethods
}

/** The dialect of a name. */
export function faceOf(name: EthDialectName): EthFace {
	return name === 'ethermint'
		? { dialect: ethermintDialect, methods: ethermintMethods }
		: { dialect: gethDialect, methods: gethMethods }
}
