!> Loss of a recurrent network of l layers of cells with long short-term memory, whose weight matrices are diagonal,
!! on a text of c characters with b bits each.
!! cells(:, g, 1, i) and cells(:, g, 2, i) are weights and biases of gate g in layer i; the gates are forget, input,
!! output and change. ends has the weights of the input, and the weights and biases of the output. state(:, 1, i) is
!! the hidden state of layer i at the start, state(:, 2, i) that of its cells.
!! Independents: cells, ends. Dependent: loss.
subroutine lstm(l, c, b, cells, ends, state, text, loss)
   implicit none
   integer, intent(in) :: l, c, b
   real(8), intent(in) :: cells(b, 4, 2, l), ends(b, 3), state(b, 2, l), text(b, c)
   real(8), intent(out) :: loss
   real(8) :: hidden(b, l), memory(b, l), signal(b), forget, ingate, outgate, change
   real(8), external :: sigmoid
   integer :: i, layer, t
   hidden = state(:, 1, :)
   memory = state(:, 2, :)
   loss = 0
   do t = 1, c - 1
      signal = text(:, t)*ends(:, 1)
      do layer = 1, l
         do i = 1, b
            forget = sigmoid(signal(i)*cells(i, 1, 1, layer) + cells(i, 1, 2, layer))
            ingate = sigmoid(hidden(i, layer)*cells(i, 2, 1, layer) + cells(i, 2, 2, layer))
            outgate = sigmoid(signal(i)*cells(i, 3, 1, layer) + cells(i, 3, 2, layer))
            change = tanh(hidden(i, layer)*cells(i, 4, 1, layer) + cells(i, 4, 2, layer))
            memory(i, layer) = memory(i, layer)*forget + ingate*change
            hidden(i, layer) = outgate*tanh(memory(i, layer))
         end do
         signal = hidden(:, layer)
      end do
      signal = signal*ends(:, 2) + ends(:, 3)
      loss = loss - sum(text(:, t + 1)*(signal - log(2 + sum(exp(signal)))))
   end do
   loss = loss/(b*(c - 1))
end subroutine lstm

real(8) function sigmoid(x)
   implicit none
   real(8), intent(in) :: x
   sigmoid = 1/(1 + exp(-x))
end function sigmoid
