import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** Refuses critical extension options (framework: x/auth/ante/ext.go). */
export const rejectExtensionOptions: AnteStep = {
	name: 'RejectExtensionOptions',
	run(_ctx, tx) {
		if (tx.decoded.body.extensionOptions.length > 0) throw sdkErrors.unknownExtensionOptions
	},
}
