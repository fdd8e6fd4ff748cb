import type { FrameForm } from '../util/FrameReader.ts'

/**
 * Framing of the ABCI socket of the 0.34 line: lengths are signed varints, which later lines write unsigned, up to the
 * engine's own limit (tendermint v0.34 libs/protoio, abci/types/messages.go maxMsgSize).
 */
export const abciFrames: FrameForm = { isSigned: true, limit: 104_857_600 }
