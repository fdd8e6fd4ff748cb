import { create } from '@bufbuild/protobuf'
import type { Context } from '../../app/Context.ts'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import { encodeMessage } from '../../codec/proto/encodeMessage.ts'
import { PanicError } from '../../errors/ChainError.ts'
import { type Greet, GreetSchema } from '../../gen/chain/greet/v1beta1/greet_pb.js'
import { goString, goStringBytes } from '../../util/goString.ts'
import { countKey, greetingKey, greetModuleName } from './keys.ts'

/** Stores greetings under the ids 0, 1, 2, … */
export class GreetKeeper {
	/** Number of greetings: one read. Panics when the stored text is no number. */
	count(ctx: Context): bigint {
		const bytes = ctx.kvStore(greetModuleName).get(countKey)
		if (bytes === undefined) return 0n
		const text = goString(bytes)
		if (!/^\d+$/.test(text)) throw new PanicError('cannot decode greet count')
		return BigInt(text)
	}

	/** Stores a greeting under the next id: reads the count, writes the greeting, then the count. */
	createGreet(ctx: Context, owner: string, message: string): void {
		const count = this.count(ctx)
		const id = count.toString()
		const store = ctx.kvStore(greetModuleName)
		store.set(greetingKey(id), encodeMessage(GreetSchema, { $typeName: GreetSchema.typeName, owner, id, message }))
		store.set(countKey, goStringBytes((count + 1n).toString()))
	}

	/** The greeting with an id, or undefined: one read. */
	getGreet(ctx: Context, id: string): Greet | undefined {
		const bytes = ctx.kvStore(greetModuleName).get(greetingKey(id))
		return bytes === undefined ? undefined : decodeMessage(GreetSchema, bytes)
	}

	/** Every greeting in order of creation. */
	getAllGreets(ctx: Context): Greet[] {
		const greets: Greet[] = []
		const count = this.count(ctx)
		for (let id = 0n; id < count; id++) greets.push(this.getGreet(ctx, id.toString()) ?? create(GreetSchema))
		return greets
	}
}
