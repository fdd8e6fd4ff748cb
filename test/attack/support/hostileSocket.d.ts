/** A masked websocket text frame, or only its head when the length is more than what is there. */
export function frame(text: string, length?: number): Uint8Array
