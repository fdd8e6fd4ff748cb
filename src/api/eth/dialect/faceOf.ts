import type { EthMethods } from '../EthMethod.ts'
import type { EthParts } from '../EthParts.ts'
import type { EthDialect, EthDialectName } from './EthDialect.ts'
import { ethermintDialect } from './ethermintDialect.ts'
import { ethermintMethods } from './ethermintMethods.ts'
import { gethDialect } from './gethDialect.ts'
import { gethMethods } from './gethMethods.ts'

/** A face and the methods it has. */
export interface EthFace {
	readonly dialect: EthDialect
	methods(parts: EthParts): EthMethods
}

/** A face by its name. */
export function faceOf(name: EthDialectName): EthFace {
	return name === 'ethermint'
		? { dialect: ethermintDialect, methods: ethermintMethods }
		: { dialect: gethDialect, methods: gethMethods }
}
