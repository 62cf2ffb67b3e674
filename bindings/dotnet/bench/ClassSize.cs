// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Reflection.Emit;

namespace OldGuard
{
    /// <summary>Counts the IL of a class: all its methods, those of its base classes up to SHA1, and
    /// those of classes of its assembly that its fields hold.</summary>
    public struct ClassSize
    {
        public int Bytes, Instructions;

        const BindingFlags Own = BindingFlags.DeclaredOnly | BindingFlags.Instance
            | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        static readonly Dictionary<short, OpCode> codes = new Dictionary<short, OpCode>();

        static ClassSize()
        {
            foreach (var field in typeof(OpCodes).GetFields()) {
                var code = (OpCode) field.GetValue(null);
                codes[code.Value] = code;
            }
        }

        public static ClassSize Of(Type type)
        {
            var size = new ClassSize();
            for (; type.Name != "SHA1" && type != typeof(object); type = type.BaseType) {
                foreach (var member in type.GetMembers(Own)) {
                    var method = member as MethodBase;
                    var body = method == null ? null : method.GetMethodBody();
                    if (body != null)
                        size.Add(body.GetILAsByteArray());
                    var field = member as FieldInfo;
                    if (field != null && Helps(type, field.FieldType)) {
                        var more = Of(field.FieldType);
                        size.Bytes += more.Bytes;
                        size.Instructions += more.Instructions;
                    }
                }
            }
            return size;
        }

        static bool Helps(Type type, Type field)
        {
            return field.IsClass && field.Assembly == type.Assembly && field != type
                && field.Name.StartsWith("SHA1");
        }

        void Add(byte[] il)
        {
            Bytes += il.Length;
            for (int i = 0; i < il.Length; Instructions++) {
                short value = il[i++];
                if (value == 0xFE)
                    value = (short) (0xFE00 | il[i++]);
                switch (codes[value].OperandType) {
                case OperandType.InlineNone:
                    break;
                case OperandType.ShortInlineBrTarget:
                case OperandType.ShortInlineI:
                case OperandType.ShortInlineVar:
                    i += 1;
                    break;
                case OperandType.InlineVar:
                    i += 2;
                    break;
                case OperandType.InlineI8:
                case OperandType.InlineR:
                    i += 8;
                    break;
                case OperandType.InlineSwitch:
                    i += 4 + 4 * BitConverter.ToInt32(il, i);
                    break;
                default:
                    i += 4;
                    break;
                }
            }
        }
    }
}
