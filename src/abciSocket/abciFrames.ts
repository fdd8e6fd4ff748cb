import type { FrameForm } from '../util/FrameReader.ts'

/**
 * How the socket of the 0.34 line writes messages: their lengths are signed varints, which later lines write unsigned, and a
 * message is no longer than the engine's own limit (tendermint v0.34 libs/protoio, abci/types/messages.go maxMsgSize).
 */
export const abciFrames: FrameForm = { isSigned: true, limit: 104_857_600 }
